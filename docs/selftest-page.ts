/** Makes docs/selftest.md from the table of checks: how to run the self-test, what it does step by step, and its report. */
import { type SelftestCheckId, selftestCheckIds, selftestChecks, selftestGroups } from '../src/contract/selftest.ts'

const does: Readonly<Record<SelftestCheckId, string>> = {
  system: 'reads the versions of macOS and Node, the architecture and the language',
  full_disk_access: 'opens chat.db and reads a row, as the relay does',
  contacts: 'opens each store of Contacts',
  automation: 'asks Messages how many accounts it has. Messages is not started. macOS may ask whether you allow it',
  accessibility: 'asks System Events whether it may see windows. macOS may ask whether you allow it',
  chat_db_schema: 'compares tables, columns, indexes and triggers with those of the simulated macOS',
  contacts_schema: 'does the same with the first store of Contacts',
  message_values:
    'looks for numbers and services that the service does not know in the newest 200,000 messages, and in chats and attachments',
  balloons: 'lists the identifiers of apps whose messages the service shows without knowing them',
  bodies: 'decodes the newest 5,000 message bodies, and tells format and length of those that it cannot decode',
  file_events: 'writes 20 files into a temporary folder, and measures how soon macOS reports each',
  chat_db_events: 'watches the Messages folder for a second. Nothing is written there',
  pictures: 'converts sample pictures to JPEG and PNG, one of them from HEIC',
  sound: 'converts a sample voice message to M4A',
  script_compile: 'compiles every AppleScript of the service into a temporary folder',
  script_dry_run: 'runs each sending script with a file that does not exist: it must stop before it asks Messages',
  script_log: 'runs a script that logs a line and then waits, to see whether the line comes at once',
  launchd_round_trip:
    'loads an agent of its own that does nothing, starts it, kills it, waits until launchd restarts it, and unloads it',
  launchd_access:
    'has launchd run `service selftest --check full_disk_access`, since macOS judges launchd’s program by itself',
  identity:
    'asks macOS how it recognizes the installed program, and whether its signature is whole; without one, the Node of this command',
  isolation: 'attacks the plugin sandbox as a hostile plugin would, as `service doctor --isolation` does',
  own_text: 'sends you a text with quotes, emoji and line ends, and follows it to its row',
  own_file: 'sends you a small text file',
  own_reply: 'sends a text to the chat in which the first one arrived',
  own_tapback: 'reacts to the last text in the window of Messages',
  own_edit: 'edits the last text in the window of Messages',
  own_unsend: 'unsends the last text in the window of Messages',
}

export function selftestPage(note: string, macos: readonly number[]): string {
  const rows = selftestCheckIds.map((id) => {
    const { group, title } = selftestChecks[id]
    return `| \`${group}\` | \`${id}\` | ${title} | ${does[id]} |`
  })
  const groups = Object.entries(selftestGroups).map(([name, title]) => `\`${name}\` (${title})`)
  return `# Self-test

${note}

\`service selftest\` tries on your Mac what the service needs, and compares the Mac with what the service knows. It takes about a minute and needs
neither the service nor a password. Its report is safe to share.

\`\`\`
service selftest                       # everything that sends nothing
service selftest --only schema         # one group of checks
service selftest --out report.json     # also writes the report, to attach to an issue
service selftest --only permissions own_messages --send   # sends messages to yourself, each after you agreed
\`\`\`

Grant [the permissions](permissions.md) to the program that you start it from, such as Terminal: macOS judges by it. The check \`launchd_access\`
tells whether the service itself can read Messages.

| mark | state | meaning |
|---|---|---|
| ✓ | \`as_expected\` | as the service knows it |
| ! | \`differs\` | works, and is unlike what the service knows. Please report it |
| ✗ | \`failed\` | something that the service needs does not work |
| – | \`left_out\` | was not tried; the reason stands below |

The exit code is 0 if nothing failed and nothing differs, 3 if a permission is missing, 7 if anything else failed or differs, and 1 after Ctrl-C. Ctrl-C
ends the self-test, undoes what was begun, and keeps the report so far.

## Steps

Groups for \`--only\`: ${groups.join(', ')}. \`--check\` runs single checks.

| group | check | title | what it does |
|---|---|---|---|
${rows.join('\n')}

## What it never does

- Without \`--send\` it sends nothing. With it, it asks before each message and each change, and writes only to an address of your own.
  What it sent or changed stands in \`audit.jsonl\` if the service is set up: when, which step and how many characters.
- It writes to nothing of Messages and Contacts. Files go into a temporary folder, which is removed at the end.
- It loads agents into launchd under its own labels only (\`dev.service.bridge.selftest.…\`), and unloads them also if a step fails. One that is left
  after a crash ends after a minute, and is gone after the next login.
- It uses no network.

## The report

Every value has a closed form: a number, a duration, yes or no, a version, a word of a fixed list, a name of a table, column, index or trigger, or the
identifier of an app. There is no field for a text, a name, an address, a GUID or a path. Counts of unknown values are orders of magnitude: “few” is
fewer than ten, “100+” is from 100 to 999. What has another form than its field is withheld and counted. Identifiers of apps tell which apps have sent
you messages: look at *Balloons of other apps* before you publish a report.

To report what differs, open an issue and attach the file of \`--out\`. A simulated Mac with the same databases is made of it by

\`\`\`
service sim create /tmp/like-mac --like report.json
\`\`\`

Its schemas then have the same differences, so that the self-test reports the same about them. What triggers do and the content of partial indexes are
made up.

## On the simulated Macs

What the self-test finds on each simulated macOS, without durations and without what depends on the machine: ${macos
    .map((version) => `[macOS ${version}](selftest/macos-${version}.md)`)
    .join(', ')}.
A test compares them with each run. No real Mac has been seen yet: what they find differently goes into the simulator.
`
}
