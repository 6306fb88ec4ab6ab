/** Stands in for /usr/bin/sw_vers: prints the version of the simulated macOS. */
import { macosOf } from './macos.ts'

const [home = '', option] = process.argv.slice(2)
const { productVersion, buildVersion } = macosOf(home)

const answers = new Map([
  ['productName', 'macOS'],
  ['productVersion', productVersion],
  ['buildVersion', buildVersion],
])
const wanted = option?.replace(/^--?/, '')

if (wanted === undefined) {
  process.stdout.write(
    `ProductName:\t\tmacOS\nProductVersion:\t\t${productVersion}\nBuildVersion:\t\t${buildVersion}\n`,
  )
} else if (answers.has(wanted)) process.stdout.write(`${answers.get(wanted)}\n`)
else {
  process.stderr.write('Usage: sw_vers [--help|--productName|--productVersion|--productVersionExtra|--buildVersion]\n')
  process.exitCode = 1
}
