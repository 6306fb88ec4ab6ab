/**
 * Ends a subcommand that `up` or `demo` started when its parent ends for any reason; it would otherwise hold locks and
 * ports that the next start needs.
 */
export function endWithParent(): void {
  if (process.channel === undefined || process.channel === null) return
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
