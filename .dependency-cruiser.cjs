/**
 * Import rules (ARCHITECTURE.md): app → domains → platform; inside a domain web → contract, rules ← server and
 * routes → use-cases → store → tables; between domains only contract, rules, server/index and web/index, and only of earlier domains.
 * Tests may import what they like. `scripts/check-architecture.ts` runs this and asserts that every module was seen.
 */

/** In order: later ones may import earlier ones. */
const domains = require('./scripts/domains.json')

const contractOrRules = '^src/domains/[^/]+/(contract|rules)([.]|/)'
const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
})

/** Inside a domain's server: folders, and those they may not import. */
const layers = [
  ['routes', 'store|tables|consumers|jobs'],
  ['(index|use-cases)', 'routes|consumers|jobs'],
  ['store', 'routes|index|use-cases|consumers|jobs|gateway'],
  ['tables', 'routes|index|use-cases|store|consumers|jobs|gateway'],
  ['gateway', 'routes|tables|consumers|jobs'],
  ['consumers', 'routes|tables|jobs'],
  ['jobs', 'routes|tables|consumers'],
]

module.exports = {
  forbidden: [
    // type-only imports don't exist at run time
    rule(
      'no-cycles',
      'What imports each other is one thing in two files.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'unresolvable',
      'An import that leads nowhere is also one no rule can judge; the address of a file is none.',
      {},
      { couldNotResolve: true, pathNot: '\\?url$' },
    ),
    rule('nothing-imports-app', 'The composition knows everybody; nobody knows it.', '^src/(domains|platform)/', '^src/app/'),
    rule('platform-knows-no-domain', 'Machinery knows no domain.', '^src/platform/', '^src/domains/'),
    rule(
      'product-without-tests',
      'The product stands without tests, scripts and benchmarks.',
      '^src/',
      '^(tests|scripts|bench|migrations)/',
    ),

    rule(
      'platform-shared-alone',
      'Browser and server share it, so it knows neither.',
      '^src/platform/shared/',
      '^src/(platform/(server|web)|app)/',
    ),
    rule('platform-web-without-server', 'Screens meet the server over the wire.', '^src/platform/web/', '^src/platform/server/'),
    rule('platform-server-without-web', 'The server draws no screens.', '^src/platform/server/', '^src/platform/web/'),
    rule(
      'web-without-server',
      'Screens meet the server over the wire.',
      '^src/(domains/[^/]+/web/|app/(screens|web|service-worker))',
      '/server([.]|/)',
    ),
    rule(
      'server-without-web',
      'The server draws no screens.',
      '^src/(domains/[^/]+/server/|app/server[.])',
      '^src/(domains/[^/]+/web|platform/web)/',
    ),
    rule(
      'contract-and-rules-alone',
      'They run in browser and server alike.',
      contractOrRules,
      '^src/(domains/[^/]+/(server|web)|platform/(server|web))/',
    ),
    rule(
      'shared-code-without-node',
      'What runs in the browser has no node modules.',
      `(${contractOrRules}|^src/platform/(shared|web)/|^src/domains/[^/]+/web/)`,
      {
        dependencyTypes: ['core'],
      },
    ),
    rule('contract-without-rules', 'The wire does not decide.', '^src/domains/[^/]+/contract([.]|/)', '^src/domains/[^/]+/rules([.]|/)'),
    rule(
      'server-lives-without-dev-tools',
      'A server installed without development dependencies must start.',
      '^src/(platform/server|domains/[^/]+/server|app/(server|config)[.])',
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),

    rule(
      'workers-start-in-one-place',
      'startThread and startProcess start all threads and processes; serveTasks is their other end.',
      { path: '^src/', pathNot: '^src/platform/server/workers/' },
      { dependencyTypes: ['core'], path: '^(node:)?(worker_threads|child_process|cluster)$' },
    ),

    ...layers.map(([from, to]) =>
      rule(
        `${from.replace('(index|use-cases)', 'use-cases')}-in-its-layer`,
        'routes → use-cases → store → tables.',
        `^src/domains/([^/]+)/server/${from}([.]|/)`,
        `^src/domains/$1/server/(${to})([.]|/)`,
      ),
    ),
    rule(
      'use-cases-without-tables',
      "A use case may name a row; queries are the store's.",
      '^src/domains/[^/]+/server/(index[.]|use-cases/)',
      {
        path: '/server/tables([.]|/)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule('doors-between-domains', 'Domains meet through contract, rules, server/index and web/index.', '^src/domains/([^/]+)/', {
      path: '^src/domains/[^/]+/',
      pathNot: ['^src/domains/$1/', contractOrRules, '^src/domains/[^/]+/server/index[.]ts$', '^src/domains/[^/]+/web/index[.]tsx?$'],
    }),
    ...domains
      .slice(0, -1)
      .map((domain, place) =>
        rule(
          `${domain}-imports-earlier-ones`,
          `The order is ${domains.join(', ')}.`,
          `^src/domains/${domain}/`,
          `^src/domains/(${domains.slice(place + 1).join('|')})/`,
        ),
      ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]test[.]tsx?$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
    moduleSystems: ['es6'],
  },
}
