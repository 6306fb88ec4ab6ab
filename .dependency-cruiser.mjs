// Which room may import which: the layer table of ARCHITECTURE.md, enforced. Each rule carries the sentence that explains it.

const inside = (room) => `^src/${room}/`

/** room → the rooms of ours that it may import, besides itself */
const layers = {
  base: { may: [], because: 'it holds what every room, the page and a plugin’s process have in common' },
  contract: {
    may: [],
    because: 'the wire shapes are read by every room and by the browser, so they depend on nothing of ours',
  },
  'plugin-api': { may: [], because: 'what a plugin author sees must not drag our insides along' },
  'plugin-ui': { may: [], because: 'it runs in a plugin’s frame, where there is nothing of ours' },
  outgoing: { may: ['base'], because: 'it only sends: whoever asks decides which addresses may be reached' },
  apple: { may: [], because: "Apple's formats are pure: bytes in, values out" },
  domain: {
    may: ['base', 'contract', 'apple'],
    because: 'decisions are functions of values; whoever does I/O calls them, never the reverse',
  },
  store: {
    may: ['base', 'contract', 'domain'],
    because: 'our own files know nothing of Messages, plugins or processes',
  },
  mac: {
    may: ['base', 'contract', 'domain', 'apple'],
    because: 'the Mac is read and driven from here, and it knows none of our files',
  },
  search: {
    may: ['base', 'contract', 'domain', 'store', 'mac'],
    because: 'the index is made of Messages and kept among our files; what is asked of it comes from above',
  },
  'sending/decisions': {
    may: ['base', 'contract', 'domain'],
    because: 'whether a message may go again is decided by functions of values, which a test can ask anything',
  },
  'sending/ledger': {
    may: ['base', 'contract', 'domain', 'store', 'sending/decisions'],
    because: 'the ledger is a file of ours like those of the store: it can be opened where there is no Mac',
  },
  sending: {
    may: ['base', 'contract', 'domain', 'apple', 'store', 'mac'],
    because: 'a message goes from our ledger to the Mac and back; whoever wants it sent stands above',
  },
  'messages-window': {
    may: ['base', 'contract', 'domain', 'mac'],
    because: 'it changes messages through the window of Messages, and cannot send: it knows nothing of sending',
  },
  'private-helper': {
    may: ['base', 'contract', 'domain', 'mac', 'outgoing', 'messages-window'],
    because:
      'it asks a program of the owner for the changes that the window makes, and cannot send: it knows nothing of sending',
  },
  push: {
    may: ['base', 'contract', 'domain', 'store', 'mac', 'outgoing'],
    because: 'it tells browsers what our journal and Messages hold; who may be told is asked of whoever opens it',
  },
  backup: {
    may: ['base', 'contract', 'domain', 'store', 'sending/ledger'],
    because: 'a backup is made of our own files alone, and the send ledger is one of them',
  },
  export: {
    may: ['base', 'contract', 'domain', 'store', 'mac'],
    because: 'what is written out is read from Messages directly, so that no process has to run for it',
  },
  actions: {
    may: [
      'base',
      'contract',
      'domain',
      'store',
      'mac',
      'search',
      'sending',
      'messages-window',
      'private-helper',
      'push',
      'export',
    ],
    because: 'what anyone may ask is built from decisions, our files and the Mac',
  },
  plugins: {
    may: ['base', 'contract', 'domain', 'store', 'outgoing', 'plugin-api'],
    because: 'the plugin host never reaches the Mac, so that no plugin can reach it through the host',
  },
  integrations: { may: ['plugin-api'], because: "a bundled integration gets exactly what a stranger's plugin gets" },
  selftest: {
    may: [
      'base',
      'contract',
      'domain',
      'apple',
      'store',
      'mac',
      'sending',
      'messages-window',
      'plugins',
      'local-client',
    ],
    because: 'it tries on a Mac what the other rooms rely on; only the command that runs it stands above',
  },
  bridge: {
    may: [
      'base',
      'contract',
      'plugin-api',
      'apple',
      'domain',
      'store',
      'mac',
      'outgoing',
      'sending',
      'actions',
      'plugins',
    ],
    because: 'the bridge finds integrations by discovery, as it finds those of others',
  },
  client: { may: ['base', 'contract'], because: 'the client runs in the browser too' },
  'local-client': {
    may: ['base', 'contract', 'domain', 'store', 'client'],
    because:
      'it adds to the client what programs of this Mac know by our files: where to ask, and how to tell who answers',
  },
  web: {
    may: [
      'base',
      'contract',
      'domain',
      'store',
      'mac',
      'search',
      'sending',
      'messages-window',
      'private-helper',
      'push',
      'actions',
      'compat/bluebubbles',
      'compat/notifiers',
      'client',
      'mcp',
    ],
    because: 'the web process never relays, so it knows neither bridge nor plugins',
  },
  'compat/wire': {
    may: ['base', 'contract', 'domain', 'client'],
    because: 'what both dialects share is made of the values of our own API alone',
  },
  'compat/imsg': {
    may: ['base', 'contract', 'domain', 'client', 'local-client', 'store', 'compat/wire'],
    because: 'it also runs on another machine, where there is nothing but an address and a key',
  },
  'compat/bluebubbles': {
    may: ['base', 'contract', 'domain', 'store', 'outgoing', 'client', 'actions', 'compat/wire'],
    because: 'it asks the actions for the owner of a key, as the web process does for its callers',
  },
  'compat/notifiers': {
    may: ['base', 'contract', 'domain', 'actions'],
    because: 'it hands notifications to the actions that send, for the owner of a key, and can read nothing',
  },
  mcp: {
    may: ['base', 'contract', 'domain', 'client', 'local-client', 'store'],
    because: 'a program started by another has no right to chat.db: MCP asks through the client',
  },
  envelope: {
    may: ['base', 'contract'],
    because: 'both ends of the way from a Mac to a hub read it, and neither knows the other',
  },
  uplink: {
    may: ['base', 'contract', 'domain', 'client', 'nats', 'envelope'],
    because:
      'an uplink asks its Mac by the API like any other program, so that a key limits it and its revocation ends it',
  },
  nats: {
    may: ['base', 'domain'],
    because: 'both ends connect to the same servers, each by what it holds',
  },
  'hub/access': {
    may: ['base', 'contract', 'domain', 'store', 'nats', 'envelope', 'hub/store'],
    because: 'who may connect is decided by the keys in the folder of the hub and by PostgreSQL, never by a Mac',
  },
  'hub/store': {
    may: ['base', 'contract', 'domain', 'envelope'],
    because: 'what a hub keeps it has from envelopes alone: it knows no Mac and none of our files',
  },
  'hub/streams': {
    may: ['base', 'contract', 'envelope'],
    because: 'who reads envelopes and who reads what a hub tells do it alike, and neither knows the other',
  },
  'hub/orders': {
    may: ['base', 'contract', 'sending/decisions', 'envelope', 'hub/access', 'hub/streams', 'hub/store'],
    because: 'it carries orders from PostgreSQL to Macs: what an order is, and what became of it, only PostgreSQL says',
  },
  'hub/ingest': {
    may: ['base', 'contract', 'envelope', 'hub/access', 'hub/streams', 'hub/store', 'hub/orders'],
    because: 'it carries envelopes into PostgreSQL, which alone decides what is taken',
  },
  'hub/rules': {
    may: ['base', 'contract', 'domain', 'hub/store'],
    because: 'whose messages go to plugins is decided by the settings and by what PostgreSQL has, whoever asks',
  },
  'hub/services': {
    may: [
      'base',
      'contract',
      'domain',
      'store',
      'sending',
      'export',
      'actions',
      'web',
      'compat/bluebubbles',
      'envelope',
      'hub/access',
      'hub/streams',
      'hub/store',
      'hub/rules',
    ],
    because: 'a hub answers as a Mac does, by the same application, over PostgreSQL instead of Messages',
  },
  'hub/relay': {
    may: [
      ...['base', 'contract', 'domain', 'store', 'sending', 'actions', 'plugins', 'bridge'],
      ...['hub/services', 'hub/rules', 'hub/store'],
    ],
    because:
      'it relays as the bridge of a Mac does, with its core plugins and rules, and sends as whoever asks the hub does',
  },
  cli: { may: ['.*'], because: 'the command line puts the processes together' },
}

const layerRules = Object.entries(layers)
  .filter(([, { may }]) => !may.includes('.*'))
  .map(([room, { may, because }]) => ({
    name: `layer-${room}`,
    comment: `${room} may import ${may.length ? may.join(', ') : 'no other room'}: ${because}.`,
    severity: 'error',
    from: { path: inside(room), pathNot: '\\.test\\.ts$' },
    to: {
      path: '^(src|simulator|ui|proof|test)/',
      pathNot: [room, ...may].map(inside),
    },
  }))

const only = (name, module, rooms, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^src/', pathNot: ['\\.test\\.ts$', ...rooms.map(inside)] },
  to: { path: `^(node:)?${module}$`, dependencyTypes: ['core'] },
})

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'simulator-stays-outside',
      comment:
        'Production code has no branch for the simulator: it enters by HOME and PATH. Only `service demo`, `service hub demo`, `service sim` and `service plugins try` may start it, and `service selftest` compares a Mac with what it knows.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '\\.test\\.ts$',
          '^src/cli/(commands/(demo|sim|up)|hub/demo|plugins/trial|selftest/simulated-mac)\\.ts$',
        ],
      },
      to: { path: '^simulator/' },
    },
    {
      name: 'layer-simulator',
      comment:
        "The simulator is a Mac, not a part of the service: it may know base/, Apple's formats and the wire shapes, nothing of how we read them.",
      severity: 'error',
      from: { path: '^simulator/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|proof|test)/', pathNot: ['^src/(base|apple|contract)/'] },
    },
    {
      name: 'layer-ui',
      comment:
        'The page runs in a browser: of ours it knows the wire shapes, the client that asks, what plugins draw with, and what is decided once: the grammar of rules, which letters and which addresses are the same, what the BlueBubbles app scans, which setting is a secret, what a plugin is called in another language, what setup asks and what it leaves open, what there is to say of the relay, which outcomes a message can have, which entries of the whitelist are the same, what is a web link, and what a key with a grant can do.',
      severity: 'error',
      from: { path: '^ui/', pathNot: ['\\.test\\.ts$', '^ui/(build/|.*\\.config)'] },
      to: {
        path: '^(src|simulator|proof|test)/',
        pathNot: [
          '^src/(base|contract|client|plugin-ui)/',
          '^src/messages-window/(balloon-actions|change|refusal)\\.ts$',
          '^src/domain/(rules/|access/(address|bluebubbles-code)|fold-letters|grant/(complete|sentence)|handles|plugin-settings|plugin-texts|relay-headline|relay-outcomes|service-error|setup/|web-links|whitelist)',
        ],
      },
    },
    {
      name: 'ui-without-schemas',
      comment:
        'Of the contract the page takes types; values only from files without schemas, which would bring TypeBox along.',
      severity: 'error',
      from: { path: '^ui/', pathNot: ['\\.test\\.ts$', '^ui/build/'] },
      to: {
        path: '^src/contract/',
        pathNot:
          '/(as-key|categories|findings|limits|log-levels|names|oauth-paths|plain-message|plugin-slots|scopes|setup-destinations|setup-names|setup-texts|surfaces|theme-tokens|waiting-address|weekdays)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ui-downwards',
      comment: 'Pages are made of parts, and parts of the kit; what lies below knows nothing of what is built with it.',
      severity: 'error',
      from: { path: '^ui/(kit|api|state|catalogue|theme|keyboard|live|outbox|slots)/' },
      to: { path: '^ui/(pages|parts|shell)/' },
    },
    {
      name: 'ui-parts-know-no-page',
      comment: 'A part can stand on any page.',
      severity: 'error',
      from: { path: '^ui/parts/' },
      to: { path: '^ui/pages/' },
    },
    {
      name: 'nobody-imports-proof',
      comment: 'proof/ and test/ prove the product; nothing may depend on them.',
      severity: 'error',
      from: { path: '^(src|simulator|ui)/' },
      to: { path: '^(proof|test)/' },
    },
    only(
      'sqlite-in-few-rooms',
      'sqlite',
      ['mac', 'store', 'sending/ledger'],
      'Databases are opened in mac/ (read-only) and store/ only, so that each file has one owner; the send ledger is written by the tables of its folder.',
    ),
    only(
      'processes-in-three-rooms',
      'child_process',
      ['mac', 'plugins', 'cli'],
      'Programs are started in mac/, plugins/ and cli/ only, where they have a deadline and a clean environment.',
    ),
    {
      name: 'pure-rooms',
      comment:
        'base/, apple/, domain/, contract/, envelope/, plugin-api/, the decisions of sending and those that the page shares with the window do no I/O: they import nothing of Node.',
      severity: 'error',
      from: {
        path: '^src/(base|apple|domain|contract|envelope|plugin-api|sending/decisions|messages-window/(balloon-actions|change|refusal|script-answer)\\.ts$)',
        pathNot: '\\.test\\.ts$',
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?buffer$' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files share an idea that belongs in a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unlisted-packages',
      comment: 'A package that package.json does not list as a dependency is not there after `npm ci --omit=dev`.',
      severity: 'error',
      from: { path: '^(src|simulator)/', pathNot: ['\\.test\\.ts$', '/test-[\\w-]+\\.ts$'] },
      // They are bundled, in files that only a hub loads, so that npm need not install them. Of PGlite a demo knows that it may be missing.
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/((@types/)?pg|@nats-io/jwt|@electric-sql/pglite)/',
      },
    },
    {
      name: 'hub-is-loaded-by-itself',
      comment:
        'Someone with one Mac loads nothing of hubs: only what is below their own commands does, when it is called.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.ts$', '^src/(hub|uplink|envelope|nats|cli/(hub|uplink))/'] },
      to: { path: '^src/(hub|uplink|envelope|nats)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Build products were checked as sources already.
    exclude: { path: '^ui/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
