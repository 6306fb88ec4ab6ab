/**
 * Ends a plugin's process group soon after the bridge has died, however the bridge died and whatever the plugin does.
 * The runner exits when its pipe closes, but a plugin that loops keeps it from noticing. So a shell runs between the
 * bridge and the command, outside the sandbox and with none of the plugin's code in it, and waits for the end of a pipe
 * that only the bridge holds.
 */
import type { CommandLine } from './isolation/confinement.ts'

/** The descriptor on which the shell waits. The command does not get it. */
export const lifelineDescriptor = 4

/** Longer than a runner without its bridge may work on deliveries in flight. */
const graceS = 3

/**
 * The shell leads the group and waits for the command to end, so that the group's number is not given to another
 * process before the group is killed. It is also the parent whose death bubblewrap watches for.
 */
const script = `
unset PWD OLDPWD SHLVL
"$@" ${lifelineDescriptor}<&- &
command=$!
exec 3<&-
{ read -r _ <&${lifelineDescriptor}; /bin/sleep ${graceS}; kill -KILL 0; } >/dev/null 2>&1 &
wait "$command"
exit $?
`

export const withLifeline = (command: CommandLine): CommandLine => ['/bin/sh', '-c', script, 'plugin', ...command]
