// The shape of our dashboards: Grafana's own Dashboard, and in it the options of each kind of panel, which Grafana leaves
// open, and what its Prometheus data source adds. A field that Grafana does not know, or a value that it does not, is an error.
import type {AnnotationQuery, Dashboard, DataSourceRef, FieldConfig, FieldConfigSource, Panel, RowPanel, VariableModel}
  from '@grafana/schema';
import type * as BarGauge from '@grafana/schema/dist/esm/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen.d.ts';
import type * as Heatmap from '@grafana/schema/dist/esm/raw/composable/heatmap/panelcfg/x/HeatmapPanelCfg_types.gen.d.ts';
import type * as Stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen.d.ts';
import type * as Table from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen.d.ts';
import type * as TimeSeries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen.d.ts';

/** T as JSON has it: a string enum is one of its texts. */
type Json<T> = T extends string ? `${T}` : T extends object ? {[K in keyof T]: Json<T[K]>} : T;

type Prometheus = DataSourceRef & {type: 'prometheus', uid: '${datasource}'};

interface Query {
  refId: string;
  expr: string;
  datasource: Prometheus;
  legendFormat?: string;
  instant?: boolean;
  range?: boolean;
  format?: 'time_series' | 'table' | 'heatmap';
}

/** A kind of panel. Title, description, place and data source are required of ours. */
type Kind<Type extends string, Options, Custom> =
  Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets' | 'datasource'>
  & Required<Pick<Panel, 'id' | 'title' | 'description' | 'gridPos'>>
  & {
    type: Type;
    options: Options;
    datasource: Prometheus;
    targets: Query[];
    fieldConfig: Omit<FieldConfigSource, 'defaults'> & {defaults: Omit<FieldConfig, 'custom'> & {custom?: Custom}};
  };

type AnyPanel =
  | Kind<'stat', Stat.Options, never>
  | Kind<'bargauge', BarGauge.Options, never>
  | Kind<'timeseries', TimeSeries.Options, TimeSeries.FieldConfig>
  | Kind<'heatmap', Heatmap.Options, Heatmap.FieldConfig>
  | Kind<'table', Table.Options, Partial<Table.FieldConfig>>;

type Row = Omit<RowPanel, 'panels'> & {panels: AnyPanel[]};

type Annotation = Omit<AnnotationQuery, 'target' | 'datasource'> & {
  datasource: Prometheus;
  target: {refId: string, expr: string, interval?: string};
  useValueForTime: boolean;
  titleFormat: string;
  textFormat?: string;
  tagKeys?: string;
};

type Variable =
  | Omit<VariableModel, 'type' | 'query'> & {type: 'datasource', query: 'prometheus'}
  | Omit<VariableModel, 'type' | 'query' | 'datasource'>
    & {type: 'query', datasource: Prometheus, query: {refId: string, query: string}};

type Ours = Omit<Dashboard, 'panels' | 'annotations' | 'templating' | 'id'>
  & Required<Pick<Dashboard, 'uid' | 'title' | 'description' | 'tags' | 'links' | 'time' | 'refresh'>>
  & {panels: (AnyPanel | Row)[], annotations: {list: Annotation[]}, templating: {list: Variable[]}};

export type PenstockDashboard = Json<Ours>;

/** Ours is a Grafana dashboard: this line does not compile if it is not. */
export const asGrafana: (dashboard: PenstockDashboard) => Json<Dashboard> = dashboard => dashboard;
