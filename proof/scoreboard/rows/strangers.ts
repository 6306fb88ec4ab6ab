/** Rows about what strangers send, and what it can do. */

import { framesBefore } from '../../fuzz/targets/mcp-frames.ts'
import type { Subject } from '../row.ts'
import { fuzzed } from '../trials/fuzzing.ts'
import { textsToScripts } from '../trials/scripts.ts'
import { byTests } from '../ways/by-tests.ts'

export const strangers: Subject = {
  title: 'What strangers send',
  rows: [
    {
      number: 28,
      claim: 'damaged bytes and texts for everything that reads what others wrote, from a seed',
      target: 'nothing breaks, no case takes more than 10 ms, memory stays',
      run: () =>
        fuzzed([
          { target: 'typedstream', cases: 1_000_000, what: 'bodies' },
          { target: 'plists', cases: 100_000, what: 'property lists' },
          { target: 'forms', cases: 100_000, what: 'forms' },
          { target: 'rules', cases: 1_000_000, what: 'conditions of rules' },
          { target: 'mcp', cases: 100_000, each: framesBefore + 1, what: 'MCP frames' },
          { target: 'plugin-frames', cases: 1_000_000, what: 'frames of plugins' },
        ]),
    },
    {
      number: 30,
      claim: '10,000 awkward texts, addresses and paths on their way to the script that drives Messages',
      target: 'each argument arrives byte for byte, no other script runs',
      run: textsToScripts,
    },
    {
      number: 31,
      claim:
        'texts that are markup or script, as a message, as the name of a person, of a file and of a group, as title and as address of a link',
      target: 'at least 500 × 6 shown as they are; nothing runs, nothing is loaded, no violation of the content policy',
      run: byTests({
        files: ['test/web/attacks/foreign-texts.test.ts'],
        tried: ({ texts = 0 }) => texts,
        least: 500,
        formatFigure: (count, { misdeeds = 0 }) => `${count} texts × 6 places, ${misdeeds} ran, loaded or complained`,
      }),
    },
    {
      number: 33,
      claim:
        'uploads and attachments: names that lead elsewhere, broken forms, rows that name other files, files that are programs; the process killed in the middle',
      target: 'at least 100; nothing outside is read or written, nothing is left',
      run: byTests({
        files: [
          'test/web/uploads.test.ts',
          'src/web/uploads.test.ts',
          'test/web/attacks/foreign-files.test.ts',
          'src/store/uploads.test.ts',
          'src/web/request/form-parts.test.ts',
        ],
        // Counts the reported cases; the others are a test each.
        tried: ({ cases = 0 }) => cases,
        least: 100,
        formatFigure: (count) =>
          `${count} attachments asked for and every upload of the tests: 0 outside, 0 left behind`,
      }),
    },
    {
      number: 34,
      claim: '100 chats with messages that give orders to a language model, which obeys each',
      target:
        'nothing is sent without the right to send, nothing outside the whitelist with it, each attempt is in the audit log',
      run: byTests({
        files: ['test/mcp/obedient.test.ts', 'test/mcp/injection.test.ts'],
        tried: ({ chats = 0 }) => chats,
        least: 100,
        formatFigure: (count, { readingAlone = 0, sending = 0, audited = 0 }) =>
          `${count} chats: ${readingAlone} sent with a key that reads, ${sending} with one that sends; ${audited} of ${2 * count} attempts in the audit log`,
      }),
    },
    {
      number: 42,
      claim:
        '200 chats with messages that give orders to a language model, which obeys each, over MCP with a key that asks',
      target: 'all 200 wait for the owner, none goes without a press, the key cannot press itself',
      run: byTests({
        files: ['test/mcp/asking.test.ts'],
        tried: ({ held = 0 }) => held,
        least: 200,
        formatFigure: (count, { unpressed = 0, attempts = 0 }) =>
          `${count} wait, ${unpressed} went without a press; ${attempts} presses of the key itself, 0 counted`,
      }),
    },
    {
      number: 40,
      claim:
        'programs that ask to be let in by OAuth: without PKCE, with addresses of others, stolen codes and tokens, consent pressed from elsewhere, sessions of other keys, floods of registrations',
      target: 'at least 60 cases; nobody gets in but by the owner’s press, and what leaked ends',
      run: byTests({
        files: ['test/mcp/oauth.test.ts', 'test/mcp/http.test.ts', 'src/domain/oauth/redirect-uri.test.ts'],
        least: 60,
      }),
    },
  ],
}
