import type { Tree } from '../../../../src/room/schema.ts'

export type TreeFile = Tree['files'][number]

export type FileRow = {
  key: string
  level: number
  position: number
  siblings: number
  name: string
} & ({ kind: 'file'; file: TreeFile } | { kind: 'folder'; path: string; expanded: boolean; files: number })

/**
 * The visible rows. In a folder the outline and the canon come first, as the server lists them, then the
 * folders, the one with the outline before the others, then the other files.
 */
export function fileRows(tree: Tree, isExpanded: (folder: string) => boolean): FileRow[] {
  const root = branches(tree)
  return rowsOf(root, 1, isExpanded)
}

/** The folders that contain a path, from the top. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

interface Branch {
  path: string
  name: string
  folders: Map<string, Branch>
  files: TreeFile[]
  /** Of the folder and everything below it. */
  count: number
  hasOutline: boolean
}

function branches({ files, folders }: Tree): Branch {
  const root: Branch = branch('', '')
  for (const folder of folders) branchAt(root, folder)
  for (const file of files) {
    branchAt(root, file.path.split('/').slice(0, -1).join('/')).files.push(file)
    for (const folder of ['', ...foldersOf(file.path)]) {
      const around = branchAt(root, folder)
      around.count += 1
      around.hasOutline ||= file.class === 'outline'
    }
  }
  return root
}

function branch(path: string, name: string): Branch {
  return { path, name, folders: new Map(), files: [], count: 0, hasOutline: false }
}

function branchAt(root: Branch, path: string): Branch {
  let at = root
  for (const name of path === '' ? [] : path.split('/')) {
    const found = at.folders.get(name) ?? branch(at.path === '' ? name : `${at.path}/${name}`, name)
    at.folders.set(name, found)
    at = found
  }
  return at
}

function rowsOf(at: Branch, level: number, isExpanded: (folder: string) => boolean): FileRow[] {
  const first = at.files.filter(isLeading)
  const folders = [...at.folders.values()].sort(inOrder)
  const siblings = at.files.length + folders.length
  const fileRow = (file: TreeFile, index: number): FileRow => ({
    kind: 'file',
    key: file.path,
    level,
    position: index + 1,
    siblings,
    name: file.name,
    file,
  })
  const rest = at.files.filter(file => !isLeading(file))
  return [
    ...first.map(fileRow),
    ...folders.flatMap((folder, index): FileRow[] => {
      const { path, name, count } = folder
      const expanded = isExpanded(path)
      const position = first.length + index + 1
      // A file cannot end in a slash, so the keys of folders and files differ.
      const row: FileRow = {
        kind: 'folder',
        key: `${path}/`,
        level,
        position,
        siblings,
        name,
        path,
        expanded,
        files: count,
      }
      return expanded ? [row, ...rowsOf(folder, level + 1, isExpanded)] : [row]
    }),
    ...rest.map((file, index) => fileRow(file, first.length + folders.length + index)),
  ]
}

function isLeading({ class: kind }: TreeFile): boolean {
  return kind === 'outline' || kind === 'canon'
}

function inOrder(a: Branch, b: Branch): number {
  return Number(b.hasOutline) - Number(a.hasOutline) || (a.name < b.name ? -1 : 1)
}
