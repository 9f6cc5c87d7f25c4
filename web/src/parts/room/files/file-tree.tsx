import { useNavigate } from '@tanstack/react-router'
import { BookMarked, BookText, FileText, Folder, IdCard, ListOrdered, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount, formatNumber } from '../../../../../src/kernel/numbers.ts'
import type { Tree } from '../../../../../src/room/schema.ts'
import { type FileRow, fileRows, foldersOf, type TreeFile } from '../../../state/room/file-tree.ts'
import { TreeView } from '../../../ui/tree-view.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  tree: Tree
  /** The file shown beside the tree. */
  selected?: string | undefined
}

export function FileTree({ project, tree, selected }: Props) {
  const navigate = useNavigate()
  const { isExpanded, set } = useExpanded(tree, selected)

  function open(row: FileRow) {
    if (row.kind === 'folder') set(row.path, !row.expanded)
    else void navigate({ to: '/p/$project/room/files', params: { project }, search: { path: row.file.path } })
  }

  return (
    <TreeView
      label="Files"
      rows={fileRows(tree, isExpanded)}
      selected={selected}
      isExpanded={row => (row.kind === 'folder' ? row.expanded : undefined)}
      onExpand={(row, expanded) => row.kind === 'folder' && set(row.path, expanded)}
      onOpen={open}
    >
      {row => <RowContent row={row} />}
    </TreeView>
  )
}

function RowContent({ row }: { row: FileRow }) {
  const Icon = row.kind === 'folder' ? Folder : fileIcons[row.file.class]
  return (
    <>
      <Icon className="fixed-size muted" aria-hidden="true" />
      <span className="tree-title truncate grow">{safeText(row.name)}</span>
      {row.kind === 'folder' && !row.expanded && (
        <span className="text-2xs muted px-6 rounded-full bg-hover tabular" title={formatCount(row.files, 'file')}>
          {formatNumber(row.files)}
          <span className="hidden-text"> files</span>
        </span>
      )}
      {row.kind === 'file' && row.file.origin === 'virtual' && <span className="text-2xs muted">generated</span>}
    </>
  )
}

const fileIcons: { readonly [kind in TreeFile['class']]: LucideIcon } = {
  outline: ListOrdered,
  scene: BookText,
  compendium: IdCard,
  canon: BookMarked,
  other: FileText,
}

/** With more files than this, folders start closed. */
const maxOpenFiles = 400

interface Expanded {
  isExpanded(folder: string): boolean
  set(folder: string, expanded: boolean): void
}

/** Which folders are open; those around the shown file are, until they are closed by hand. */
function useExpanded({ files }: Tree, selected: string | undefined): Expanded {
  const [chosen, setChosen] = useState<{ readonly [folder: string]: boolean }>({})
  useEffect(() => {
    const around = Object.fromEntries(foldersOf(selected ?? '').map(folder => [folder, true]))
    setChosen(others => ({ ...others, ...around }))
  }, [selected])
  return {
    isExpanded: folder => chosen[folder] ?? files.length <= maxOpenFiles,
    set: (folder, expanded) => setChosen(others => ({ ...others, [folder]: expanded })),
  }
}
