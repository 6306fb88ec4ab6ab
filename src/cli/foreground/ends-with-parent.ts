/** A subcommand that `up` or `demo` started ends with it, however that ended: left alone it would hold what the next start needs. */
export function endWithParent(): void {
  if (process.channel === undefined || process.channel === null) return
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
