/** The libraries that Node is linked with, as the loader found them for this very process. */

export function libraries(): string[] {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean }
  const before = report.excludeNetwork
  report.excludeNetwork = true
  const { sharedObjects } = report.getReport() as unknown as { sharedObjects: string[] }
  report.excludeNetwork = before
  return sharedObjects.filter((path) => path.startsWith('/') && path !== process.execPath)
}
