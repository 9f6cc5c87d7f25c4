import type { Node } from './node.ts'

/** The edited files of a node that tell one piece of work from another: not those that nearly everything touches. */
export function nonHubFiles(nodes: readonly Node[], total: number): (node: Node) => ReadonlySet<string> {
  const editors = new Map<string, number>()
  for (const { files } of nodes) for (const file of files) editors.set(file, (editors.get(file) ?? 0) + 1)
  const most = Math.max(3, 0.3 * total)
  const isHub = (file: string) => (editors.get(file) ?? 0) > most || isCommonplace(file)
  const own = new Map(nodes.map(node => [node, new Set([...node.files].filter(file => !isHub(file)))]))
  return node => own.get(node) ?? new Set()
}

const commonplace = new Set([
  'package.json',
  'CHANGELOG.md',
  'README.md',
  '.gitignore',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'bun.lockb',
  'go.sum',
])

function isCommonplace(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return commonplace.has(name) || name.endsWith('.lock')
}
