/**
 * Stands in for /usr/bin/sw_vers: prints the version of the simulated macOS. It is a script of the shell, since starting
 * Node would take twenty times longer. The launcher has the path of the home in `mac`.
 */
import { macosVersions } from '../schema/macos-version.ts'
import { releases } from './macos.ts'

const versions = macosVersions.map((macos) => {
  const { productVersion, buildVersion } = releases[macos]
  return `  ${macos}) version=${productVersion} build=${buildVersion} ;;`
})

export const swVersInShell = `
macos=
while read -r name value; do
  if [ "$name" = '"macos":' ]; then macos=\${value%,}; fi
done < "$mac/.simulator.json"
case $macos in
${versions.join('\n')}
  *) exit 1 ;;
esac
case $1 in
  '') printf 'ProductName:\\t\\tmacOS\\nProductVersion:\\t\\t%s\\nBuildVersion:\\t\\t%s\\n' "$version" "$build" ;;
  -productName | --productName) echo macOS ;;
  -productVersion | --productVersion) echo "$version" ;;
  -buildVersion | --buildVersion) echo "$build" ;;
  *)
    echo 'Usage: sw_vers [--help|--productName|--productVersion|--productVersionExtra|--buildVersion]' >&2
    exit 1 ;;
esac
`
