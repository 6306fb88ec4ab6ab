/** Rows about a hub of many Macs. */
import type { Subject } from '../row.ts'
import { byHub } from '../ways/by-hub.ts'

const nothing = '0 lost, stale, told twice, never told, out of order'

export const hubs: Subject = {
  title: 'Many Macs at one address',
  rows: [
    {
      number: 46,
      claim: 'kill −9 of reader, nats-server and uplink of a hub, 50 times each, while people write',
      target: nothing,
      run: byHub('kills'),
    },
    {
      number: 47,
      claim: 'the same with three servers of NATS that keep everything thrice, 30 kills',
      target: nothing,
      run: byHub('cluster-kills'),
    },
    {
      number: 48,
      claim: 'nats-server cut off from Macs and hub for 15 s, at 500 events/s',
      target: `normal again within 5 s; ${nothing}`,
      run: byHub('partition'),
    },
    {
      number: 49,
      claim: 'power cut of nats-server; PostgreSQL set back; the stream deleted; both at once',
      target: '0 lost',
      run: byHub('power-cut', 'set-back', 'stream-deleted', 'both-lost'),
    },
    {
      number: 50,
      claim: 'envelopes that come twice, two uplinks of one Mac, a cloned and a replaced Mac, clocks a day apart',
      target: 'one effect; nothing of the clone; a replaced Mac’s messages keep their numbers',
      run: byHub('duplicates', 'two-uplinks', 'cloned-mac', 'replaced-mac', 'clock-skew'),
    },
    {
      number: 51,
      claim: 'full disks of nats-server and of PostgreSQL, 8 s each, while a Mac writes',
      target: 'marks stand still; 0 lost once there is room',
      run: byHub('nats-disk-full', 'postgres-disk-full'),
    },
    {
      number: 52,
      claim: 'a hub with 10 M messages: lists, searches, a backlog of 100,000 events, 200 Macs at once',
      target:
        'list and page p50 ≤ 5 ms; search p50 ≤ 20, p99 ≤ 200 ms; ≥ 5,000 events/s and 100,000 within 30 s; to the feed p50 ≤ 50, p99 ≤ 250 ms; uplink ≤ 120 MB',
      run: byHub('lists', 'search', 'backlog', 'many-macs'),
    },
    {
      number: 53,
      claim: 'to the feed with three servers of NATS; a Mac’s own relay beside an uplink that cannot connect',
      target: 'p99 ≤ 300 ms; p99 within 1.1 ×',
      run: byHub('cluster-latency', 'relay-beside'),
    },
    {
      number: 54,
      claim: 'kill −9 of hub web, uplink and nats-server, 50 times each, while orders are sent',
      target: '0 sent twice, 0 told to be what they are not; uncertain ones are counted',
      run: byHub('orders'),
    },
  ],
}
