// Who may import whom: docs/decisions/boundaries.md.
// scripts/checks/boundaries.test.ts plants a violation of every rule and sees it reported.

const TEST = '\\.(test|testing)\\.tsx?$';
/** What the slices of the server stand on: each uses those before it. The slices come above, then compose, then main.ts. */
const SERVER_FLOORS = ['kernel', 'settings', 'store', 'files', 'cli', 'http', 'queue', 'mail', 'leads', 'work'];
const DESK_FLOORS = ['account', 'router', 'data', 'parts', 'keyboard', 'features', 'shell', 'app'];
const SITE_FLOORS = ['styles', 'content', 'frame', 'forms', 'insights', 'islands', 'sections', '(?:app|client|pages)'];
const NO_SLICE = `${SERVER_FLOORS.join('|')}|compose|testing|tests`;

/** Each folder imports itself and those before it: so no circle of folders can be. */
function inOrder(name, part, floors) {
  return floors.slice(0, -1).map((floor, at) => ({
    name,
    comment: `${floors.join(' → ')}: each uses those before it.`,
    from: { path: `^${part}/${floor}/`, pathNot: TEST },
    to: { path: `^${part}/`, pathNot: `^${part}/(?:${floors.slice(0, at + 1).join('|')})/` },
  }));
}

module.exports = {
  forbidden: [
    {
      name: 'contract-is-pure',
      comment: 'contract is what both sides obey: it imports itself and the schema library, nothing else.',
      from: { path: '^contract/', pathNot: TEST },
      to: { pathNot: '^(contract/|node_modules/valibot/)' },
    },
    {
      name: 'contract-root-below-forms',
      comment: 'Forms use what the root of the contract declares, and not the other way round.',
      from: { path: '^contract/[^/]+$', pathNot: TEST },
      to: { path: '^contract/forms/' },
    },
    {
      name: 'ui-imports-packages-only',
      comment: 'What site and desk share knows neither of them, nor what is written on a page.',
      from: { path: '^ui/', pathNot: TEST },
      to: { pathNot: '^(ui|node_modules)/' },
    },
    {
      name: 'site-imports-contract-and-ui',
      comment: 'The browser gets the site, ui, the contract, packages and the version: no server, no desk, no Node, no tools.',
      from: { path: '^site/', pathNot: TEST },
      to: { pathNot: '^(site|ui|contract|node_modules)/|^package[.]json$' },
    },
    {
      name: 'desk-imports-contract-and-ui',
      comment: "The staff's application is not the site's: it has the contract, ui and packages.",
      from: { path: '^desk/', pathNot: TEST },
      to: { pathNot: '^(desk|ui|contract|node_modules)/|^package[.]json$' },
    },
    {
      name: 'server-imports-contract-and-tokens',
      comment:
        'The server gets the contract, the tokens, packages, Node and the version: no site, no tools. The built site reaches it as files.',
      from: { path: '^server/', pathNot: TEST },
      to: { pathNot: '^(server|contract|node_modules)/|^ui/tokens[.]ts$|^package[.]json$', dependencyTypesNot: ['core'] },
    },
    ...inOrder('server-in-order', 'server', SERVER_FLOORS),
    ...inOrder('desk-in-order', 'desk', DESK_FLOORS),
    ...inOrder('site-in-order', 'site', SITE_FLOORS),
    {
      name: 'no-slice-to-slice',
      comment: 'A slice uses what it stands on, never another slice: compose puts them together.',
      from: { path: `^server/(?!(?:${NO_SLICE})/)([^/]+)/` },
      to: { path: `^server/(?!(?:${NO_SLICE})/)[^/]+/`, pathNot: '^server/$1/' },
    },
    {
      name: 'metrics-library-on-demand',
      comment: 'Who has no metrics loads none of it: the library comes by import() in server/metrics, where METRICS_PORT is set.',
      from: { path: '^server/', pathNot: TEST },
      to: { path: '^node_modules/(prom-client|@opentelemetry)/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'composed-from-above',
      comment: 'Only the process and its command line put the parts together; no part reaches up to them.',
      from: { path: '^server/[^/]+/', pathNot: [TEST, '^server/compose/'] },
      to: { path: '^server/(compose/|main[.]ts$)' },
    },
    {
      name: 'site-order-pages',
      comment: 'A page puts sections together; only the application, which knows every page, imports one. An island may be a part of one.',
      from: { path: '^site/(?!(?:pages|app|islands)/)', pathNot: TEST },
      to: { path: '^site/pages/' },
    },
    {
      name: 'client-without-react',
      comment: 'The script of every page brings no React but on demand. That nothing it imports does is seen in its bundle (budgets.ts).',
      from: { path: '^site/client/' },
      to: { path: ['^node_modules/(react|react-dom)/', '[.]tsx$'], dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'content-is-data',
      comment: 'The words and figures of the company: no component, no behaviour.',
      from: { path: '^site/content/', pathNot: TEST },
      to: { pathNot: '^(site/content|contract)/' },
    },
    {
      name: 'no-tests-in-production',
      comment: 'No test and no test double is reachable from production code.',
      from: { path: '^(contract|ui|site|desk|server|art|scripts)/', pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'nobody-imports-tools',
      comment: 'e2e and bench stand outside of the product.',
      from: { pathNot: '^(e2e|bench)/' },
      to: { path: '^(e2e|bench)/' },
    },
    {
      name: 'nobody-imports-art',
      comment: 'art draws files that are committed: who changes anything else does not meet it.',
      from: { pathNot: '^art/' },
      to: { path: '^art/' },
    },
    {
      name: 'no-development-packages-in-production',
      comment: 'What the product imports is a dependency, and what only tools import a development dependency.',
      from: { path: '^(contract|ui|site|desk|server)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: ['^node_modules/@types/'] },
    },
    {
      name: 'no-barrels',
      comment: 'Import the file that has it: an index hides who needs what.',
      from: { path: '^(contract|ui|site|desk|server|art|scripts|e2e|bench)/' },
      to: { path: '/index\\.[cm]?[jt]sx?$', pathNot: '^(art/)?node_modules/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file, or hide a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Every import leads somewhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7 has no API for tools; swc reads the same syntax, type-only imports included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^(art/)?node_modules/' },
    // The folders in bench/peers are packages of their own, installed elsewhere.
    exclude: { path: '^(scripts/node/|dist/|\\.cache/|bench/peers/(?!shared/)[^/]+/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
