import './room.css'
import { useQuery } from '@tanstack/react-query'
import { FileCheck, FileWarning } from 'lucide-react'
import { roomQuery } from '../../state/room/queries.ts'
import { type Cited, quotedLines } from '../../state/room/quoted-lines.ts'
import { FaultView } from '../../ui/fault-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { FileLink } from './file-link.tsx'

interface Props {
  project: string
  path: string
  cited: Cited
  lines: { from: number; to: number }
  /** The hash of the cited bytes when they were cited. */
  sha256?: string
  quote?: string
}

/** The cited part of a file as it is now, with the lines around it. */
export function QuotedFile({ project, path, cited, lines, sha256, quote }: Props) {
  const file = useQuery(roomQuery(project, 'room_file_show', { path }))
  const same = useQuery({
    queryKey: ['room', project, 'cited-bytes', path, cited, file.data?.sha256],
    queryFn: async () => (file.data && sha256 ? isUnchanged(file.data, cited, sha256) : null),
    enabled: file.data !== undefined && sha256 !== undefined,
  })
  const isChanged = same.data === false
  const shown = isChanged ? { start_line: lines.from, end_line: lines.to } : cited
  return (
    <figure className="clipped border rounded-m bg-surface">
      <figcaption className="flex items-baseline wrap gap-y-4 gap-x-12 py-8 px-12 border-bottom bg-sunken">
        <FileLink project={project} path={path} from={lines.from} to={lines.to} />
        {isChanged && (
          <span className="inline-row gap-6 tone-warn text-xs">
            <FileWarning aria-hidden="true" /> changed since it was quoted
          </span>
        )}
        {same.data === true && (
          <span className="inline-row gap-6 tone-good text-xs">
            <FileCheck aria-hidden="true" /> unchanged
          </span>
        )}
      </figcaption>
      {isChanged && quote !== undefined && <p className="py-8 px-12 text-s">It was quoted as: {safeText(quote)}</p>}
      {file.data && (
        <ol className={isChanged ? 'quoted-lines stale py-8' : 'quoted-lines py-8'}>
          {quotedLines(file.data, shown).map(({ number, pieces }) => (
            <li
              key={number}
              value={number}
              className={`stack gap-12 text-s leading-normal${pieces.length > 1 ? ' quoted' : ''}`}
            >
              <span className="file-line-number tabular" aria-hidden="true">
                {number}
              </span>
              <span className="line-text pre-wrap break-anywhere">
                {pieces.map((piece, at) =>
                  at % 2 === 1 ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other name
                    <mark key={at}>{safeText(piece)}</mark>
                  ) : (
                    safeText(piece)
                  ),
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {file.isPending && <Skeleton label="the file" lines={3} />}
      {file.error && <FaultView error={file.error} onRetry={() => void file.refetch()} />}
    </figure>
  )
}

/** Whether the cited bytes are unchanged; null if the browser cannot hash, as on plain HTTP. */
async function isUnchanged(
  { content, size_bytes }: { content: string; size_bytes: number },
  cited: Cited,
  sha256: string,
): Promise<boolean | null> {
  if (!('start_byte' in cited) || !globalThis.crypto?.subtle) return null
  const text = new TextEncoder().encode(content)
  const mark = Math.max(0, size_bytes - text.length)
  const bytes = text.slice(Math.max(0, cited.start_byte - mark), Math.max(0, cited.end_byte - mark))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('') === sha256
}
