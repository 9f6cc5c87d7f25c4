import type { Db, Tx } from '../db/db.ts'
import { redactSecrets } from '../evidence/secrets.ts'
import { formatInstant } from '../kernel/instants.ts'
import { type FacetFound, type FacetRequest, facetOfTexts } from '../query/facets.ts'
import type { SearchQuery } from '../query/query.ts'
import { excerptOf, presentable } from '../query/redacted-excerpt.ts'
import { loosen } from '../query/variants.ts'
import { parseRecordId, recordId } from './record-id.ts'
import { loadRecords } from './store/records.ts'
import { countInProjects, namedInProjects, type ProjectsScope, rankInProjects } from './store/search-projects.ts'
import { metadataText } from './terms.ts'

/** Records of several projects that answer a query; those it names by id come first. */
export async function findRecords(db: Db, request: FacetRequest): Promise<FacetFound> {
  return db.read(async tx => {
    const { query, projects, since, before, from, limit } = request
    const scope: ProjectsScope = {
      projects: projects.map(({ id }) => id),
      since: formatInstant(since ?? earliest),
      before: formatInstant(before ?? latest),
      placed: [],
    }
    const ids = query.all
      .flat()
      .flatMap(({ words }) => (words.length === 1 ? (parseRecordId(words[0] ?? '') ?? []) : []))
    const placed = ids.length > 0 ? await namedInProjects(tx, scope, ids) : []
    const { matched, asked, count } = await countRest(tx, { ...scope, placed }, query, placed.length > 0)
    const first = placed.slice(from, from + limit)
    const rest = { limit: limit - first.length, offset: Math.max(0, from - placed.length) }
    const ranked = rest.limit > 0 ? await rankInProjects(tx, { ...scope, placed }, asked, matched, rest) : []
    const seqs = [...first, ...ranked]
    const total = placed.length + count
    return {
      total,
      totalIs: 'exact',
      matched,
      hits: await hitsOf(tx, seqs, asked),
      next: from + seqs.length < total ? from + seqs.length : null,
    }
  })
}

const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Counts records with all words; where there are none, and no record is named, those with some of them. */
async function countRest(tx: Tx, scope: ProjectsScope, query: SearchQuery, isNamed: boolean) {
  const all = await countInProjects(tx, scope, query, 'all')
  if (all > 0 || isNamed || query.all.length === 0) return { matched: 'all' as const, asked: query, count: all }
  const asked = loosen(query)
  return { matched: 'any' as const, asked, count: await countInProjects(tx, scope, asked, 'any') }
}

async function hitsOf(tx: Tx, seqs: number[], query: SearchQuery): Promise<FacetFound['hits']> {
  const records = new Map((await loadRecords(tx, seqs)).map(record => [record.seq, record]))
  return seqs.flatMap(seq => {
    const record = records.get(seq)
    if (!record) return []
    const { id, title, summary, body, metadata, type, state, superseded_by, project_id, modified } = record
    const standing = superseded_by === null ? state.toLowerCase() : `superseded by ${recordId(superseded_by)}`
    return [
      {
        id,
        title: redactSecrets(title),
        label: `${type} · ${standing}`,
        project: project_id,
        at: modified,
        ...excerptOf([summary, body, title, metadataText(JSON.parse(metadata))], query),
        address: `/p/${encodeURIComponent(project_id)}/records/${id}`,
      },
    ]
  })
}

/** Projects by what they are called and what they are for. */
export function findProjects(now: number, request: FacetRequest): Promise<FacetFound> {
  const all = request.projects.map(project => ({
    ...project,
    at: Date.parse(project.updated),
    texts: [
      { text: `${project.name} ${project.id}`, weight: 4 },
      { text: project.description, weight: 1 },
    ],
  }))
  return facetOfTexts(all, request, now, ({ id, name, description, updated, role }, query) => ({
    id,
    title: presentable(name),
    label: role,
    project: id,
    at: updated,
    ...excerptOf([description, name], query),
    address: `/p/${encodeURIComponent(id)}/records`,
  }))
}
