import { expect, test } from 'vitest'
import { bundledManifests } from '../../docs/bundled-manifests.ts'
import { isObject } from '../../src/base/json-object.ts'
import { corePlugins } from '../../src/bridge/core/core-plugins.ts'
import type { IntegrationClass } from '../../src/plugin-api/index.ts'
import { type Manifest, manifestOf } from '../../src/plugins/plugin-contract.ts'

const manifests: readonly Manifest[] = [
  ...Object.values(await bundledManifests()),
  ...corePlugins.map((plugin) => manifestOf(plugin as unknown as IntegrationClass)),
]

type Texts = Record<string, unknown>

/** Names each text of the plugin. Most names of those that receive messages are proper names in every language. */
function textsOf({ tier, description, network, settings_schema: schema, translations }: Manifest): string[] {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return [
    ...(tier === 'core' || translations.de?.display_name !== undefined ? ['display name'] : []),
    ...(description === null ? [] : ['description']),
    ...network.map(({ host }) => `network ${host}`),
    ...properties.flatMap(([name, property]) =>
      ['title', 'description']
        .filter((part) => (property as Texts)[part] !== undefined)
        .map((part) => `${name} ${part}`),
    ),
    ...properties.flatMap(([name, property]) => optionsOf(property as Texts).map((value) => `${name} = ${value}`)),
  ]
}

/** Words to choose from; numbers need no translation. */
const optionsOf = ({ enum: listed, oneOf, items }: Texts): string[] => [
  ...(Array.isArray(listed) ? listed.filter((value) => typeof value === 'string') : []),
  ...(Array.isArray(oneOf) ? oneOf.map((branch) => String(branch.const)) : []),
  ...(isObject(items) ? optionsOf(items) : []),
]

function germanOf({ translations }: Manifest): string[] {
  const { display_name: name, description, network = {}, settings = {} } = translations.de ?? {}
  return [
    ...(name === undefined ? [] : ['display name']),
    ...(description === undefined ? [] : ['description']),
    ...Object.keys(network).map((host) => `network ${host}`),
    ...Object.entries(settings).flatMap(([name, texts]) =>
      ['title', 'description'].filter((part) => (texts as Texts)[part] !== undefined).map((part) => `${name} ${part}`),
    ),
    ...Object.entries(settings).flatMap(([name, { options = {} }]) =>
      Object.keys(options).map((value) => `${name} = ${value}`),
    ),
  ]
}

test.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
  'every text of %s that a German page shows is German, and no translation is unused',
  (_name, manifest) => {
    expect(germanOf(manifest).toSorted()).toEqual(textsOf(manifest).toSorted())
  },
)
