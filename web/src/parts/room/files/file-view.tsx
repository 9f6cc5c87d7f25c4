import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, Lock, PenLine } from 'lucide-react'
import { useEffect } from 'react'
import type { OpenedFile } from '../../../../../src/room/schema.ts'
import { useMayWrite } from '../../../state/role.ts'
import type { FilesAddress, FileView as View } from '../../../state/room/addresses.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { useShortcuts } from '../../../state/shortcuts.ts'
import { pluralize, sizeWords } from '../../../state/words.ts'
import { Loaded } from '../../loaded.tsx'
import { Markdown } from '../../markdown.tsx'
import { useTitle } from '../../page-head.tsx'
import { Segmented } from '../../segmented.tsx'
import { Tip } from '../../tip.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { FileLink } from '../file-link.tsx'
import { FileEditor } from './file-editor.tsx'
import { RawLines } from './raw-lines.tsx'

interface Props {
  project: string
  path: string
  address: FilesAddress
}

/** One file: rendered, raw, or as an outline; and its editor. */
export function FileView({ project, path, address }: Props) {
  const file = useQuery(roomQuery(project, 'room_file_show', { path }))
  useTitle(safeText(path))
  return (
    <div className="page file-page">
      {file.error && !file.data && <h1 className="file-lost">{safeText(nameOf(path))}</h1>}
      <Loaded query={file} label="the file" lines={8}>
        {data => <Opened key={data.path} project={project} file={data} address={address} />}
      </Loaded>
    </div>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Longer texts are shown raw: rendering them takes long, and people do not read them whole. */
const maxMarkdownLength = 300_000

function Opened({ project, file, address }: { project: string; file: OpenedFile; address: FilesAddress }) {
  const navigate = useNavigate()
  const mayWrite = useMayWrite(project)
  const { path, content } = file
  const isOutline = file.class === 'outline'
  const isLong = content.length > maxMarkdownLength
  const views: View[] = [...(isLong ? [] : ['text' as const]), 'raw', ...(isOutline ? ['outline' as const] : [])]
  const view = views.find(known => known === address.view) ?? (isOutline ? 'outline' : (views[0] ?? 'raw'))
  const mayEdit = mayWrite && !file.readonly && !isOutline

  function show(search: FilesAddress) {
    const kept = { path, ...(address.q !== undefined && { q: address.q }) }
    return navigate({ to: '/p/$project/room/files', params: { project }, search: { ...kept, ...search } })
  }

  useShortcuts({ ...(mayEdit && !address.edit && { e: () => void show({ edit: true }) }) })
  useEffect(() => {
    if (path !== address.path) void navigate({ to: '.', search: { ...address, path }, replace: true })
  }, [navigate, path, address])

  return (
    <article aria-labelledby="file-name">
      <header className="file-head">
        <div>
          <button
            type="button"
            className="button quiet small file-back"
            onClick={() =>
              void navigate({
                to: '/p/$project/room/files',
                params: { project },
                search: address.q === undefined ? {} : { q: address.q },
              })
            }
          >
            <ChevronLeft aria-hidden="true" /> Files
          </button>
          <h1 id="file-name">{safeText(nameOf(path))}</h1>
          <p className="file-facts">
            <span className="mono file-path">{safeText(path)}</span>
            <span className="tag">{file.class}</span>
            <span>{pluralize(file.total_lines, 'line')}</span>
            <span>{sizeWords(file.size_bytes)}</span>
            {file.readonly && (
              <span className="file-lock">
                <Lock aria-hidden="true" /> made by Daybook, not to be edited
              </span>
            )}
          </p>
        </div>
        {!address.edit && (
          <div className="page-actions">
            <Segmented
              label="Shown as"
              options={views.map(each => [each, viewNames[each]] as const)}
              value={view}
              onChange={each => void show({ view: each })}
            />
            {mayEdit && (
              <Tip label="Edit the file" keys="e">
                <button type="button" className="button" data-edit onClick={() => void show({ edit: true })}>
                  <PenLine aria-hidden="true" /> Edit
                </button>
              </Tip>
            )}
          </div>
        )}
      </header>
      {address.edit && mayEdit ? (
        <FileEditor project={project} file={file} onLeave={() => void show({}).then(focusEdit)} />
      ) : (
        <Shown project={project} file={file} view={view} address={address} />
      )}
    </article>
  )
}

const viewNames: { readonly [view in View]: string } = { text: 'Text', raw: 'Raw', outline: 'Outline' }

function Shown({
  project,
  file,
  view,
  address,
}: {
  project: string
  file: OpenedFile
  view: View
  address: FilesAddress
}) {
  if (view === 'outline') return <OutlineView project={project} />
  if (view === 'raw') return <RawLines content={file.content} from={address.from} to={address.to} />
  if (file.content.trim() === '') return <p className="block-none">The file is empty.</p>
  return <Markdown project={project} text={safeText(withoutFrontMatter(file.content))} />
}

/** The front matter is for programs; the raw view has it. */
function withoutFrontMatter(content: string): string {
  return content.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '')
}

function focusEdit(): void {
  document.querySelector<HTMLElement>('[data-edit]')?.focus()
}

/** The outline as a list of entries: the event, its point of view, and where it is written. */
function OutlineView({ project }: { project: string }) {
  const query = useQuery(roomQuery(project, 'room_outline_show', {}))
  return (
    <Loaded query={query} label="the outline" lines={8}>
      {({ outline }) =>
        outline === null ? (
          <p className="block-none">The workspace has no outline. Create Story/SCN-outline.md.</p>
        ) : (
          <>
            <p className="outline-count">{pluralize(outline.scenes.length, 'entry', 'entries')}</p>
            <ol className="outline-entries">
              {outline.scenes.map(({ number, title, pov, summary, start_line, end_line }) => (
                <li key={number}>
                  <span className="outline-number tabular" aria-hidden="true">
                    {number}
                  </span>
                  <div>
                    <h2>{safeText(title)}</h2>
                    {pov !== undefined && <span className="tag">POV {safeText(pov)}</span>}
                    <p>{safeText(summary)}</p>
                    <FileLink project={project} path={outline.path} from={start_line} to={end_line} />
                  </div>
                </li>
              ))}
            </ol>
            {outline.other_candidates.length > 0 && (
              <p className="note">
                Other files that look like outlines: {outline.other_candidates.map(safeText).join(', ')}
              </p>
            )}
          </>
        )
      }
    </Loaded>
  )
}
