/** Rows about throughput and latency. */
import { works } from '../../bench/works.ts'
import type { Subject } from '../row.ts'
import { byBench } from '../ways/by-bench.ts'

const many = 100_000

export const speed: Subject = {
  title: 'Under load',
  rows: [
    {
      number: 11,
      claim: 'a backlog of 100,000 messages after a start',
      target: '≥ 2,000 deliveries a second, < 120 MB resident in the bridge, none lost',
      run: byBench({
        bench: 'catch-up',
        messages: many,
        wanted: [
          { work: 'at the webhook', label: 'delivered', least: 2_000 },
          { work: 'resident memory', label: 'at most', most: 120 },
          { work: 'lost', label: 'lost', most: 0 },
        ],
      }),
    },
    {
      number: 13,
      claim:
        'from the commit of a message to the webhook; and where the system tells of no change, so that the poll every two seconds alone finds it',
      target: 'p99 ≤ 2,100 ms',
      run: byBench(
        {
          bench: 'latency',
          messages: many,
          wanted: [{ work: `${works.commit}, p99`, label: 'p99', most: 2_100 }],
        },
        {
          bench: 'poll',
          messages: many,
          wanted: [{ work: 'without watcher', label: 'by the poll alone at most', most: 2_100 }],
        },
      ),
    },
    {
      number: 14,
      claim: 'live events to 200 streams, from the commit of each message through bridge, journal and web process',
      target: '2,000,000 events a second (10,000 messages × 200), p99 < 50 ms, none missed, < 150 MB',
      run: byBench({
        bench: 'streams',
        messages: many,
        wanted: [
          { work: 'messages at once', label: '2,000 messages at once:', least: 2_000_000 },
          { work: 'a second, p99', label: '200 messages a second: p99', most: 50 },
          { work: 'events that a stream missed', label: 'missed', most: 0 },
          { work: 'resident', label: 'web process', most: 150 },
        ],
      }),
    },
    {
      number: 15,
      claim: '50 of 200 streams that nobody reads',
      target: 'the others miss nothing and hear within 150 ms (p99), the web process grows by less than 25 MB',
      run: byBench({
        bench: 'slow-readers',
        messages: many,
        wanted: [
          { work: 'p99', label: 'the others: p99', most: 150 },
          { work: 'events that the others missed', label: 'missed', most: 0 },
          { work: 'growth of the web process', label: 'growth', most: 25 },
        ],
      }),
    },
    {
      number: 44,
      claim:
        'from the owner’s press on a message that waits until its script runs, beside a message that nobody has to release',
      target: 'p95 ≤ 50 ms, and at most 1.5 × as long',
      run: byBench({
        bench: 'outbox',
        wanted: [
          { work: 'started, p95', label: 'p95', most: 50 },
          { work: 'nobody has to release', label: 'without a release' },
          { work: 'times as long', label: 'times', most: 1.5 },
        ],
      }),
      why: 'Most of it is the start of the script: where other programs keep the cores busy, a message that nobody has to release takes as long',
    },
  ],
}
