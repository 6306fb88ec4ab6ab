/**
 * Makes docs/isolation.md from the corpus: the sandbox around a plugin, and the attacks that only the system's sandbox
 * stops.
 */
import { attacks } from '../src/plugins/isolation/corpus/attacks.ts'

export function isolationPage(note: string): string {
  const rows = Object.entries(attacks).flatMap(([name, { what, needsWall }]) =>
    needsWall === true ? [`| \`${name}\` | ${what} |`] : [],
  )
  const since = Object.entries(attacks).flatMap(([name, { what, heldByNodeSince }]) =>
    heldByNodeSince === undefined ? [] : [`| \`${name}\` | ${what} | ${heldByNodeSince.join(', ')} |`],
  )
  const total = Object.keys(attacks).length
  return `# Isolation of plugins

${note}

A plugin is a program of somebody else. It runs in a process of its own, and this is what stands around it, each layer by itself:

| layer | what it does | where |
|---|---|---|
| \`process\` | its own process with an empty environment, 128 MB for its objects, 200 MB in all, ended when it does not answer for two seconds, and three seconds after the relay has died | everywhere |
| \`permissions\` | Node's permission model: it reads its own code, writes its own folder, and starts neither programs nor threads nor native code | everywhere |
| \`os_sandbox\` | bubblewrap on Linux, Seatbelt (\`sandbox-exec\`) on macOS: other files, processes and networks do not exist for it | where the system has it |
| \`egress\` | one socket leads out, to the hosts that \`NETWORK\` of its class lists (public addresses only) and those that you typed into its settings; never to this service, never to where clouds keep their secrets | everywhere; past it, where \`os_sandbox\` is missing |

The record of a plugin (\`GET /api/v1/plugins\`) tells which of them hold on this machine, and why one is missing. No setting
switches one off. A plugin that has nowhere to go has no network at all.

\`service doctor --isolation\` runs ${total} attacks on your machine as a plugin would, against each layer alone and all together, and
tells what held. With the sandbox of the system none passes. **Without it these pass**, and no others:

| attack | a plugin tries to … |
|---|---|
${rows.join('\n')}

On older releases of Node these pass besides:

| attack | a plugin tries to … | held since Node |
|---|---|---|
${since.join('\n')}

On Debian and Ubuntu \`apt-get install bubblewrap\` brings it; Ubuntu 24 allows it to ordinary users only with a profile of
AppArmor. In a container it needs user namespaces.

What remains: a plugin of the official tier can tell what it reads to the hosts that you allow it; flaws of the kernel and of V8.
`
}
