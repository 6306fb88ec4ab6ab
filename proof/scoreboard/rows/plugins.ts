/** Rows about what plugins can do to the service, to each other and to the machine. */
import type { Subject } from '../row.ts'
import { attacksOnEachNode } from '../trials/attacks.ts'
import { harmfulPlugins } from '../trials/harm.ts'
import { commonPackages } from '../trials/packages.ts'
import { byBench } from '../ways/by-bench.ts'
import { byTests } from '../ways/by-tests.ts'

export const plugins: Subject = {
  title: 'Plugins',
  rows: [
    {
      number: 10,
      claim: 'nine plugins beside one that hangs and one that fails',
      target: 'of a message to the nine p99 ≤ 2,050 ms (one poll and 50 ms), the bridge grows by less than 20 MB',
      run: byBench({
        bench: 'plugins',
        wanted: [
          { work: 'and one that fails: p99', label: 'p99', most: 2_050 },
          { work: 'growth of the bridge', label: 'growth', most: 20 },
        ],
      }),
    },
    {
      number: 19,
      claim:
        'twelve plugins that harm whom they can: loops, floods, giant frames, memory, crashes, each beside one that works',
      target:
        'the loop of the bridge is late by less than 50 ms (p99), it grows by less than 20 MB, the other one misses nothing',
      run: harmfulPlugins,
    },
    {
      number: 21,
      claim:
        'ten plugins from the start of the bridge until all run; 10,000 messages through one plugin, each journalled before and acknowledged on the disk',
      target: '≤ 100 ms for each plugin, ≥ 20,000 messages a second',
      run: byBench({
        bench: 'plugins',
        wanted: [
          { work: 'ten bare plugins run', label: 'all ten run after', most: 1_000 },
          { work: 'messages through one plugin', label: 'through one', least: 20_000 },
        ],
      }),
    },
    {
      number: 22,
      claim:
        'packages that plugins are made with, behind the walls of a plugin: axios, ws, undici, Slack, grammY, nodemailer, mqtt, discord.js',
      target: 'all load',
      run: commonPackages,
    },
    {
      number: 20,
      claim: 'ten bare plugins, each a process of its own behind its walls',
      target: '≤ 100 MB for all of them (PSS)',
      run: byBench({
        bench: 'plugins',
        wanted: [{ work: 'memory of all their processes', label: 'all', most: 100 }],
      }),
      why: 'Each is a process of its own, and nearly all of one is Node',
    },
    {
      number: 23,
      claim:
        'places that a plugin or a rule may not reach: private, loopback, link-local and metadata addresses in every spelling, names that lead there or answer differently the second time, redirects, this service itself',
      target: 'at least 40; no connection arrives',
      run: byTests({
        files: [
          'src/plugins/egress/',
          'src/domain/egress.test.ts',
          'src/domain/permitted-hosts.test.ts',
          'src/bridge/rules/checked-lookup.test.ts',
          'src/bridge/rules/post-json.test.ts',
        ],
        least: 40,
        formatFigure: (count) => `${count} cases, 0 connections where there should be none`,
      }),
    },
    {
      number: 18,
      claim: 'at least 48 attacks by a plugin, on the oldest Node 22, on Node 24 and on Node 26',
      target:
        'none passes behind the sandbox of the system; without it those alone that [isolation.md](isolation.md) lists',
      run: attacksOnEachNode,
      elsewhere:
        'Seatbelt, the sandbox of macOS: `service doctor --isolation` on a Mac ([live-checks.md](live-checks.md))',
    },
  ],
}
