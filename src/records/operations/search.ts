import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { text } from '../../kernel/text.ts'
import { asSentence } from '../../kernel/words.ts'
import { atLeast, isOwner } from '../../projects/roles.ts'
import { findProject, visibleProjects } from '../../projects/store.ts'
import {
  FacetAnswer,
  type FacetName,
  type FacetRequest,
  facetNames,
  facetRules,
  type SearchedProject,
} from '../../query/facets.ts'
import { longestQuery, parseQuery, passesFilter, QueryProblem, type SearchQuery } from '../../query/query.ts'
import { type RecordsContext, recordsOperation } from '../context.ts'
import { ProjectRef } from '../schema.ts'

export const search = recordsOperation({
  name: 'search',
  summary: 'Search everything you may see, by part: sessions, records, work items, days, issues, files, projects.',
  effect: 'read',
  access: 'anyone',
  audience: 'people',
  input: z.strictObject({
    query: text({ max: longestQuery, blank: true })
      .describe('Words, "phrases", -not, OR, word*, agent: project: branch: file: tool: role: is:error before: after:')
      .meta({ examples: ['rounding', '"half penny" project:till'] }),
    in: z.array(z.enum(facetNames)).min(1).max(facetNames.length).optional().describe('Only these parts'),
    limit: z.int().min(1).max(50).default(5).describe('Hits of each part'),
    page: text({ max: 20, oneLine: true }).optional().describe('next_page of the last answer; with one part in `in`'),
    typing: z.boolean().default(false).describe('The last word may go on'),
    project_id: ProjectRef.optional().describe('Only records, issues and files of this project'),
  }),
  output: z.object({ facets: z.array(FacetAnswer) }),
  async run({ query: words, in: wanted = facetNames, limit, page, typing, project_id }, ctx) {
    const from = pageStart(page, wanted)
    const query = readQuery(words, typing)
    const named = (await permittedProjects(ctx, project_id)).filter(({ id, name }) =>
      passesFilter(query, 'project', `${id} ${name}`),
    )
    const request: FacetRequest = { query, projects: named, ...(await timesOf(query, ctx)), from, limit }
    // In the order they are shown, whatever order they were named in.
    const facets = facetNames.filter(name => wanted.includes(name))
    return { facets: await Promise.all(facets.map(name => answer(name, request, ctx))) }
  },
})

type Answer = z.input<typeof FacetAnswer>

/** One facet; what it may not be asked, does not understand or fails at says so, and does not concern the others. */
async function answer(facet: FacetName, request: FacetRequest, ctx: RecordsContext): Promise<Answer> {
  const { access, filters } = facetRules[facet]
  if (access === 'owner' && !isOwner(ctx.call)) {
    return { facet, state: 'left_out', reason: 'Only the owner of this machine may search here.' }
  }
  const unknown = request.query.filters.find(({ key }) => !filters.includes(key))
  if (unknown) return { facet, state: 'left_out', reason: `Does not know the filter ${unknown.key}:.` }
  const projects = request.projects.filter(
    ({ role }) => access === 'owner' || access === 'anyone' || atLeast(role, access),
  )
  try {
    const { total, totalIs, matched, hits, next, behind = 0 } = await ctx.facets[facet]({ ...request, projects })
    const next_page = next === null ? null : String(next)
    return { facet, state: 'answered', total, total_is: totalIs, matched, hits, next_page, behind }
  } catch (error) {
    if (error instanceof Fault) return { facet, state: 'failed', reason: error.message }
    ctx.log(`search in ${facet}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return { facet, state: 'failed', reason: 'This part could not be searched.' }
  }
}

function readQuery(words: string, isTyping: boolean): SearchQuery {
  try {
    return parseQuery(words, { isTyping })
  } catch (error) {
    if (error instanceof QueryProblem) throw badInput('query', error.message, error.hint)
    throw error
  }
}

function pageStart(page: string | undefined, wanted: readonly string[]): number {
  if (page === undefined) return 0
  if (wanted.length !== 1) throw badInput('page', 'goes with one part', 'Name one part in `in`.')
  const from = Number(page)
  if (!Number.isSafeInteger(from) || from < 0) throw badInput('page', 'is none that was given', 'Leave it out.')
  return from
}

function badInput(path: string, rule: string, hint: string): Fault {
  return new Fault('INVALID_INPUT', `The ${path} cannot be used: ${rule}.`, {
    details: { field: path },
    hint: asSentence(hint),
  })
}

async function permittedProjects({ db, call }: { db: Db; call: Call }, ref?: string): Promise<SearchedProject[]> {
  return db.read(async tx => {
    const visible = await visibleProjects(tx, call)
    if (ref === undefined) return visible
    const { id } = await findProject(tx, call, ref)
    return visible.filter(project => project.id === id)
  })
}

async function timesOf({ filters }: SearchQuery, { dayStart }: RecordsContext) {
  const starts = async (wanted: 'after' | 'before') =>
    Promise.all(filters.flatMap(({ key, value }) => (key === wanted ? [dayStart(value)] : [])))
  const [after, before] = [await starts('after'), await starts('before')]
  return {
    since: after.length > 0 ? Math.max(...after) : null,
    before: before.length > 0 ? Math.min(...before) : null,
  }
}
