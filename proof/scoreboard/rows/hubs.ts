/** Rows about a hub of many Macs. */
import type { Subject } from '../row.ts'
import { byHub } from '../ways/by-hub.ts'
import { byTests } from '../ways/by-tests.ts'

const nothing = '0 lost, stale, told twice, never told, out of order'

export const hubs: Subject = {
  title: 'Many Macs at one address',
  rows: [
    {
      number: 46,
      claim: 'kill −9 of reader, nats-server and uplink of a hub, 50 times each, while people write',
      target: nothing,
      ...byHub('kills'),
    },
    {
      number: 47,
      claim: 'the same with three servers of NATS that keep everything thrice, 30 kills',
      target: nothing,
      ...byHub('cluster-kills'),
    },
    {
      number: 48,
      claim: 'nats-server cut off from Macs and hub for 15 s, at 500 events/s',
      target: `normal again within 5 s; ${nothing}`,
      ...byHub('partition'),
    },
    {
      number: 49,
      claim: 'power cut of nats-server; PostgreSQL set back; the stream deleted; both at once',
      target: '0 lost',
      ...byHub('power-cut', 'set-back', 'stream-deleted', 'both-lost'),
    },
    {
      number: 50,
      claim: 'envelopes that come twice, two uplinks of one Mac, a cloned and a replaced Mac, clocks a day apart',
      target: 'one effect; nothing of the clone; a replaced Mac’s messages keep their numbers',
      ...byHub('duplicates', 'two-uplinks', 'cloned-mac', 'replaced-mac', 'clock-skew'),
    },
    {
      number: 51,
      claim: 'full disks of nats-server and of PostgreSQL while a Mac writes, until an alert says so',
      target: 'an alert that names the server; marks stand still; 0 lost once there is room',
      ...byHub('nats-disk-full', 'postgres-disk-full'),
    },
    {
      number: 52,
      claim: 'a hub with 10 M messages: lists, searches, statistics, a backlog of 100,000 events, 200 Macs at once',
      target:
        'list and page p50 ≤ 5 ms; search p50 ≤ 20, p99 ≤ 200 ms; statistics of a week p50 ≤ 100 ms, of all time ≤ 1,000 ms; ≥ 5,000 events/s and 100,000 within 30 s; to the feed p50 ≤ 50, p99 ≤ 250 ms; uplink ≤ 120 MB',
      ...byHub('lists', 'search', 'statistics', 'backlog', 'many-macs'),
    },
    {
      number: 53,
      claim: 'to the feed with three servers of NATS; a Mac’s own relay beside an uplink that cannot connect',
      target: 'p99 ≤ 300 ms; p99 within 1.1 ×',
      ...byHub('cluster-latency', 'relay-beside'),
    },
    {
      number: 54,
      claim: 'kill −9 of hub web, uplink and nats-server, 50 times each, while orders are sent',
      target: '0 sent twice, 0 told to be what they are not; uncertain ones are counted',
      ...byHub('orders'),
    },
    {
      number: 55,
      claim:
        'kill −9 of what relays to the plugins of a hub, 100 times, and of reader and nats-server between, while people write to two lines',
      target: '0 lost, 0 doubled under another id, 0 out of order, nothing of before the hub',
      ...byHub('relay-kills'),
    },
    {
      number: 56,
      claim:
        'what a Mac could try at nats-server, of its own account and of others: publish as another, read, list, purge and make streams, eavesdrop, answer and order in the place of others; codes that were used, stolen or are over; Macs that were revoked',
      target: 'at least 11 tests; it does its own work and nothing else',
      run: byTests({
        files: ['test/hub/permissions.test.ts', 'test/hub/enrolment.test.ts'],
        least: 11,
      }),
    },
    {
      number: 57,
      claim:
        'a limited key that asks a hub for everything that it must not see, on its line and on others; every endpoint',
      target: 'at least 100 answers; nothing of what is hidden exists for it',
      run: byTests({
        files: ['test/hub/grants.test.ts', 'test/hub/every-endpoint.test.ts'],
        tried: ({ grants = 0 }) => grants,
        least: 100,
        formatFigure: (count) => `${count} cases, and a hub answers or explains every endpoint`,
      }),
    },
    {
      number: 58,
      claim:
        'edits, unsends, tapbacks, typing and files by the Mac of the line; what is read on the hub; orders that are told twice, expire, lose their Mac, or find a Mac with another ledger',
      target: 'at least 33 tests; at once or `mac_offline`; marks never move back; sent once or not at all',
      run: byTests({
        files: [
          'test/hub/at-once.test.ts',
          'test/hub/marks.test.ts',
          'test/hub/orders.test.ts',
          'test/hub/orders-store.test.ts',
        ],
        least: 33,
      }),
    },
    {
      number: 59,
      claim:
        'programs that follow a hub: from any event of seven days, at another web process, after the feed was lost',
      target: 'at least 3 tests; none missed, none twice, or told to read everything',
      run: byTests({
        files: ['test/hub/feed.test.ts'],
        least: 3,
      }),
    },
    {
      number: 60,
      claim:
        'clients of BlueBubbles and imsg, and language models, over all lines of a hub, and with keys that see one',
      target: 'at least 9 tests; as on a Mac, each message by the line of its chat',
      run: byTests({
        files: ['test/hub/compat.test.ts', 'test/hub/mcp.test.ts'],
        least: 9,
      }),
    },
    {
      number: 61,
      claim: 'an upgrade of a hub over its tables; a dump that is restored; an older release over newer tables',
      target: 'everything is kept, the Macs tell what came later, and the older release refuses',
      run: byTests({
        files: ['test/hub/upgrade.test.ts'],
        least: 2,
      }),
    },
    {
      number: 62,
      claim:
        'a Mac that is silent, behind or copied, a reader that stops, plugins that fail or have stopped, and figures',
      target:
        'at least 6 tests; each is told once, and once that it is over, on the page, as an event and through plugins',
      run: byTests({
        files: ['test/hub/watch.test.ts'],
        least: 6,
      }),
    },
    {
      number: 63,
      claim:
        'the service of one Mac, once hubs exist; `service hub demo` by one command; connections by TLS and by WebSocket',
      target: 'at least 9 tests; one Mac loads and installs nothing of hubs',
      run: byTests({
        files: ['test/hub/one-mac.test.ts', 'test/hub/demo.test.ts', 'test/hub/ways.test.ts'],
        least: 9,
      }),
    },
  ],
}
