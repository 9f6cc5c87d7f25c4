import '../../parts/room/room.css'
import '../../parts/transcript/transcript.css'
import '../../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Tree } from '../../../../src/room/schema.ts'
import { FileTree } from '../../parts/room/files/file-tree.tsx'
import { FileView } from '../../parts/room/files/file-view.tsx'
import { NewFile } from '../../parts/room/files/new-file.tsx'
import { piecesOf, safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useFilterKey } from '../../state/context/keys.ts'
import { useMayWrite } from '../../state/role.ts'
import { filesSearch } from '../../state/room/addresses.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useTitle } from '../../ui/page-head.tsx'

/** The workspace's files on the left, and the open one beside them. */
export function FilesPage() {
  const project = useProject()
  const address = filesSearch(useSearch({ strict: false }))
  const { path, q = '' } = address
  const mayWrite = useMayWrite(project)
  const [naming, setNaming] = useState(false)
  const tree = useQuery(roomQuery(project, 'room_tree_show', {}))
  useFilterKey()
  const Heading = path === undefined ? 'h1' : 'h2'
  return (
    <div className={path === undefined ? 'tree-screen alone' : 'tree-screen'}>
      <section className="tree-pane flex downwards" aria-label="Files of the workspace">
        <header className="tree-head row justify-between">
          <Heading>Files</Heading>
          {mayWrite && <IconButton label="New file" icon={Plus} tip="New file" onClick={() => setNaming(true)} />}
        </header>
        <SearchFiles key={project} project={project} words={q} />
        {q === '' ? (
          <Loaded query={tree} label="the files" lines={8}>
            {data => (
              <>
                <FileTree project={project} tree={data} selected={path} />
                <TreeWarnings tree={data} />
              </>
            )}
          </Loaded>
        ) : (
          <FileHits project={project} words={q} />
        )}
        <NewFile project={project} open={naming} onClose={() => setNaming(false)} />
      </section>
      <div className="tree-beside">
        {path === undefined ? <NoFileSelected /> : <FileView project={project} path={path} address={address} />}
      </div>
    </div>
  )
}

function NoFileSelected() {
  useTitle('Files')
  return (
    <div className="page">
      <Empty title="Select a file">
        Press <kbd>j</kbd> and <kbd>k</kbd> to move through the tree, <kbd>Enter</kbd> to open, <kbd>/</kbd> to search
        in all files.
      </Empty>
    </div>
  )
}

/** The search text goes into the URL after a pause in typing, so that a reload keeps it. */
function SearchFiles({ project, words }: { project: string; words: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(words)
  useEffect(() => {
    if (typed.trim() === words) return
    const timer = setTimeout(() => {
      void navigate({
        to: '/p/$project/room/files',
        params: { project },
        search: before => {
          const { q: _, ...others } = filesSearch(before)
          return { ...others, ...(typed.trim() !== '' && { q: typed.trim() }) }
        },
        replace: true,
      })
    }, 200)
    return () => clearTimeout(timer)
  }, [typed, words, navigate, project])
  return (
    <div className="search-field file-search">
      <Search aria-hidden="true" />
      <input
        type="search"
        aria-label="Search in all files"
        placeholder="Search in all files"
        data-filter
        autoComplete="off"
        maxLength={1000}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && setTyped('')}
      />
    </div>
  )
}

/** Files of the folder that are not shown, and why. */
function TreeWarnings({ tree: { truncated, warnings } }: { tree: Tree }) {
  if (!truncated && warnings.length === 0) return null
  return (
    <details className="tree-warnings scrolls py-8 px-12 border-top soft text-xs">
      <summary>
        {truncated ? 'Not all files are shown' : `${formatCount(warnings.length, 'entry', 'entries')} left out`}
      </summary>
      <ul>
        {warnings.map(({ path, reason }) => (
          <li className="py-4 break-anywhere" key={`${path} ${reason}`}>
            <span className="mono">{safeText(path)}</span> {safeText(reason)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The lines that contain a text, in the order of the tree. */
function FileHits({ project, words }: { project: string; words: string }) {
  const found = useQuery({
    ...roomQuery(project, 'room_search_files', { q: words, limit: 200 }),
    placeholderData: before => before,
  })
  return (
    <Loaded query={found} label="what was found" lines={6}>
      {({ hits, total }) => (
        <div className="px-8 pb-16 grow scrolls">
          <p className="muted text-s" role="status">
            {total === 0 ? 'No matches.' : formatCount(total, 'line')}
            {total > hits.length && `, the first ${hits.length} of them here`}
          </p>
          <ul aria-label="Lines found">
            {hits.map(({ path, line, text, column }) => (
              <li key={`${path}:${line}:${column}`}>
                <Link
                  to="/p/$project/room/files"
                  params={{ project }}
                  search={{ path, view: 'raw', from: line, to: line, q: words }}
                  className="p-8 stack gap-2 rounded-s text-s hoverable inset-focus"
                  data-row
                  onKeyDown={moveWithArrows}
                >
                  <span className="flex justify-between gap-8 min-w-0 soft text-2xs">
                    <span className="truncate">{safeText(path)}</span> <span className="tabular">{line}</span>
                  </span>
                  <span className="break-anywhere">
                    {piecesOf(safeText(text), words).map((piece, at) =>
                      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other name
                      at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}
