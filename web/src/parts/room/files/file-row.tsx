import {
  BookMarked,
  BookText,
  ChevronRight,
  FileText,
  Folder,
  IdCard,
  ListOrdered,
  type LucideIcon,
} from 'lucide-react'
import type { CSSProperties } from 'react'
import type { FileRow, TreeFile } from '../../../state/room/file-tree.ts'
import { counted } from '../../../state/words.ts'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  row: FileRow
  index: number
  style: CSSProperties
  /** Whether it is the one row that Tab reaches. */
  reachable: boolean
  selected: boolean
  onFocus: () => void
  onOpen: () => void
}

export function FileRowView({ row, index, style, reachable, selected, onFocus, onOpen }: Props) {
  const Icon = row.kind === 'folder' ? Folder : fileIcons[row.file.class]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it listens for keys, as the ARIA pattern has it
    <div
      role="treeitem"
      className={`tree-row ${row.kind}`}
      style={{ ...style, paddingLeft: 6 + (row.level - 1) * 16 }}
      tabIndex={reachable ? 0 : -1}
      data-tree-index={index}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={selected}
      {...(row.kind === 'folder' && { 'aria-expanded': row.expanded })}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <span className={chevronClass(row)} aria-hidden="true">
        <ChevronRight />
      </span>
      <Icon className="file-icon" aria-hidden="true" />
      <span className="tree-title">{safeText(row.name)}</span>
      {row.kind === 'folder' && !row.expanded && (
        <span className="tree-count" title={counted(row.files, 'file')}>
          {row.files}
          <span className="hidden-text"> files</span>
        </span>
      )}
      {row.kind === 'file' && row.file.origin === 'virtual' && <span className="tree-id">made</span>}
    </div>
  )
}

export const fileIcons: { readonly [kind in TreeFile['class']]: LucideIcon } = {
  outline: ListOrdered,
  scene: BookText,
  compendium: IdCard,
  canon: BookMarked,
  other: FileText,
}

function chevronClass(row: FileRow): string {
  if (row.kind === 'file') return 'tree-chevron none'
  return row.expanded ? 'tree-chevron open' : 'tree-chevron'
}
