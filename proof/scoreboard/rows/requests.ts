/** Rows about who may request what, and about hostile requests. */
import type { Subject } from '../row.ts'
import { byTests } from '../ways/by-tests.ts'
import { runTests } from '../ways/tests.ts'

export const requests: Subject = {
  title: 'Requests and browsers',
  rows: [
    {
      number: 24,
      claim:
        'pages of another site, and of another port of this machine, ask in every way that a browser has (forms, fetch, frames, streams, pictures), signed in and without a password; a name bound anew (DNS rebinding); frames',
      target: 'nothing changed, nothing read',
      run: byTests({
        files: ['test/web/attacks/other-sites.test.ts', 'test/web/attacks/names.test.ts'],
        tried: ({ attempts = 0 }) => attempts,
        least: 100,
        formatFigure: (count) => `Chromium: ${count} attempts, 0 changed or read anything`,
      }),
      elsewhere: 'Firefox and Safari were not tried: what refuses is the service, whatever asks',
    },
    {
      number: 25,
      claim:
        'raw requests that nobody should send: hosts, lengths and chunks, paths, zero bytes, headers, methods, depth, numbers, doubled parameters',
      target: 'at least 300; none answered with 5xx or not at all, each with a code of the table',
      run: byTests({
        files: ['test/web/bad-requests.test.ts', 'test/web/attacks/broken-http.test.ts'],
        tried: ({ requests: sent = 0 }) => sent,
        least: 300,
        formatFigure: (count) => `${count} requests, each refused as documented; 0 × 5xx, 0 without an answer`,
      }),
    },
    {
      number: 26,
      claim:
        'every endpoint × nothing, session, session without its token, session that ended, keys that read, write and administer, keys that expired, were revoked or never were',
      target: 'each as declared',
      run: byTests({
        files: ['test/web/access-matrix.test.ts', 'test/web/every-endpoint.test.ts'],
        tried: ({ asked = 0 }) => asked,
        least: 700,
        formatFigure: (count, { endpoints = 0, ways = 0, other = 0 }) =>
          `${endpoints} endpoints × ${ways} ways = ${count}, ${other} other than declared`,
      }),
    },
    {
      number: 27,
      claim: '1,000 guesses at the password over 50 sockets and addresses, while others ask',
      target: '≤ 12 are checked in a minute, < 150 MB more memory, `/healthz` p99 < 100 ms',
      async run() {
        const { failed, skipped, told } = await runTests(['test/web/attacks/guessing.test.ts'])
        const { checked = Number.NaN, grownMb = Number.NaN, healthP99Ms = Number.NaN } = told
        return {
          figure: `${checked} checked, ${grownMb.toFixed(0)} MB more, p99 ${healthP99Ms.toFixed(0)} ms`,
          reached: failed.length + skipped === 0 && checked <= 12 && grownMb < 150 && healthP99Ms < 100,
        }
      },
    },
    {
      number: 43,
      claim:
        'releases that are forged: from another site, without the token of the session, by the key that asked and by keys that may not, by a form and by a link, of another version, and once more',
      target: 'at least 20 attempts; none counts',
      run: byTests({
        files: ['test/web/outbox.test.ts', 'src/sending/ledger/outbox.test.ts'],
        tried: ({ attempts = 0 }) => attempts,
        least: 20,
        formatFigure: (count) => `${count} attempts, 0 counted`,
      }),
    },
    {
      number: 45,
      claim:
        'limited keys, by grants of chance: whom they see, since when, with which content, under names and addresses or without; marks in every message, asked for by every endpoint that is open to them, and followed on event streams',
      target: 'at least 300 grants; no mark of what is hidden, and all of what is shown',
      run: byTests({
        files: ['test/web/grants.test.ts', 'test/web/grants-events.test.ts'],
        tried: ({ grants = 0 }) => grants,
        least: 300,
        formatFigure: (count, { streams = 0 }) => `${count} grants and ${streams} streams, 0 marks of what was hidden`,
      }),
    },
    {
      number: 39,
      claim:
        '600 connections of strangers at once, each opened again when it is closed, that say nothing, send headers, passwords or messages byte by byte, stay, read nothing or close their half; with and without a password',
      target: '`/healthz`, signed-in callers and a new sign-in are answered every time',
      run: byTests({
        files: ['test/web/attacks/exhaustion.test.ts'],
        tried: ({ connections = 0 }) => connections,
        least: 9_600,
        formatFigure: (count, { attacks = 0, asked = 0 }) =>
          `${attacks} attacks with ${count} connections; ${asked} requests of everyone else, 0 without an answer`,
      }),
    },
  ],
}
