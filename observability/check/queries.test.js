import {deepEqual, equal, throws} from 'node:assert/strict';
import {test} from 'node:test';
import {metricNames, substituted, withoutThreshold} from './queries.js';

test('metricNames finds every metric and nothing else', () => {
  deepEqual(metricNames('sum by (le) (rate(a_bucket{job=~"x|y", le="1"}[1m])) / on (job) group_left () b:c:d'), ['a_bucket', 'b:c:d']);
  deepEqual(metricNames('label_replace(DCGM_X, "worker", "$1", "pod", "(.+)") * on (worker) info or vector(0)'), ['DCGM_X', 'info']);
  deepEqual(metricNames('(a == bool 0) * 1e6 + 2.5 unless b offset 5m'), ['a', 'b']);
  deepEqual(metricNames('topk(1, sum(a) by (job) / scalar(quantile(0.5, a)))'), ['a']);
  deepEqual(metricNames('time()'), []);
});

test('substituted puts values in place, leaves capture groups, and refuses what it does not know', () => {
  equal(substituted('rate(a{job=~"$job"}[$__rate_interval])'), 'rate(a{job=~".+"}[1m])');
  equal(substituted('label_replace(a, "b", "$1", "c", "(.+)")'), 'label_replace(a, "b", "$1", "c", "(.+)")');
  throws(() => substituted('a{job="$jobs"}'), /unknown variable \$jobs/);
});

test('withoutThreshold cuts off the comparison at the end only', () => {
  equal(withoutThreshold('a{b="c"} > 0.1'), 'a{b="c"}');
  equal(withoutThreshold('(a == bool 0) * b'), '(a == bool 0) * b');
  equal(withoutThreshold('a < 1'), 'a');
});
