import type { Db } from '../db/db.ts'
import { redactSecrets } from '../evidence/secrets.ts'
import {
  type FacetFound,
  type FacetHit,
  type FacetRequest,
  facetOfTexts,
  type SearchedProject,
} from '../query/facets.ts'
import { passesFilter, type SearchQuery } from '../query/query.ts'
import { type Searchable, weighTitle } from '../query/rank-texts.ts'
import { bestOf, excerptOf, presentable } from '../query/redacted-excerpt.ts'
import type { Rooms } from './context.ts'
import type { Issue } from './issues/schema.ts'
import type { Room } from './room.ts'
import type { FileText } from './workspace/vfs.ts'
import { projectsWithRoom } from './workspace-rows.ts'

interface Places {
  db: Db
  rooms: Rooms
  now: number
}

interface SearchableIssue extends Searchable {
  project: string
  issue: Issue
}

/** Issues of the rooms that the caller may see. */
export async function findIssues(places: Places, request: FacetRequest): Promise<FacetFound> {
  const { since, before } = request
  const found = await inEveryRoom(places, request, async (room, { id: project }) =>
    (await room.issues.all()).flatMap((issue): SearchableIssue[] => {
      const at = Date.parse(issue.updatedAt)
      if ((since !== null && at < since) || (before !== null && at >= before)) return []
      const { id, title, body, tags, comments } = issue
      const texts = [`#${id} ${title}`, body, tags.join(' '), ...comments.map(comment => comment.body)]
      return [{ project, issue, at, texts: weighTitle(texts) }]
    }),
  )
  return facetOfTexts(found, request, places.now, issueHit)
}

function issueHit({ project, issue }: SearchableIssue, query: SearchQuery): FacetHit {
  const { id, title, body, tags, comments, status, updatedAt } = issue
  return {
    id: `#${id}`,
    title: presentable(title),
    label: status.replaceAll('-', ' '),
    project,
    at: updatedAt,
    ...excerptOf([body, ...comments.map(comment => comment.body), title, tags.join(' ')], query),
    address: `/p/${encodeURIComponent(project)}/room/issues/${id}`,
  }
}

interface SearchableFile extends Searchable {
  project: string
  /** The file as it is now; null when it cannot be read any more. */
  read(): Promise<FileText | null>
}

/** Text files of the rooms that the caller may see; one that cannot be read is passed over. */
export async function findFiles(places: Places, request: FacetRequest): Promise<FacetFound> {
  const found = await inEveryRoom(places, request, async ({ workspace }, { id: project }) => {
    const snapshot = await workspace.vfs.snapshot()
    const files = snapshot.files.filter(({ path }) => passesFilter(request.query, 'file', path))
    const said = await workspace.fileTerms.of(snapshot, files, ({ path, content }) => weighTitle([path, content]))
    return said.map(
      ({ file, said: texts }): SearchableFile => ({
        project,
        at: null,
        texts,
        async read() {
          const text = await snapshot.read(file)
          return 'fault' in text ? null : text
        },
      }),
    )
  })
  return facetOfTexts(found, request, places.now, fileHit)
}

/** Leads to the line that shows most of what was asked for. */
async function fileHit({ project, read }: SearchableFile, query: SearchQuery): Promise<FacetHit | null> {
  const text = await read()
  if (!text) return null
  const { path, lines } = text
  const place =
    bestOf(lines, query)?.place ??
    Math.max(
      0,
      lines.findIndex(line => line.trim() !== ''),
    )
  const line = place + 1
  const places = `path=${encodeURIComponent(path)}&from=${line}&to=${line}`
  return {
    id: `${path}:${line}`,
    title: path,
    label: `line ${line}`,
    project,
    at: null,
    ...excerptOf([lineWithoutSecrets(lines, place)], query),
    address: `/p/${encodeURIComponent(project)}/room/files?${places}`,
  }
}

/** How far around a line is looked for a secret of several lines, as a private key is. */
const linesAroundMatch = 60

/** A line that is part of a longer secret is not shown at all. */
function lineWithoutSecrets(lines: readonly string[], place: number): string {
  const line = lines[place] ?? ''
  const around = lines.slice(Math.max(0, place - linesAroundMatch), place + linesAroundMatch).join('\n')
  const isWhole = redactSecrets(around).split('\n').includes(line)
  const shown = redactSecrets(line)
  return isWhole || shown !== line ? shown : ''
}

async function inEveryRoom<T>(
  { db, rooms }: Places,
  { projects }: FacetRequest,
  read: (room: Room, project: SearchedProject) => Promise<T[]>,
): Promise<T[]> {
  const having = await db.read(projectsWithRoom)
  const found = await Promise.all(
    projects.filter(({ id }) => having.has(id)).map(async project => read(await rooms.of(project), project)),
  )
  return found.flat()
}
