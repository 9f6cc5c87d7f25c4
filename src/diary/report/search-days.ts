import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type FacetFound, type FacetHit, type FacetRequest, facetOfTexts } from '../../query/facets.ts'
import { passesFilter, type SearchQuery } from '../../query/query.ts'
import type { WeighedText } from '../../query/rank-texts.ts'
import { excerptOf, presentable } from '../../query/redacted-excerpt.ts'
import { dayStart } from '../dates/window.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { type SearchableDay, type SearchableItem, searchableDay } from './searchable-day.ts'
import { reportFile, storedReport, workspaceDays } from './stored-reports.ts'
import { kindNames, shortDate } from './text/names.ts'

type Settings = Pick<DiarySettings, 'root' | 'timezone' | 'reads'>

/** Work items of rendered days that answer a query. */
export async function findItems(settings: Settings, now: number, request: FacetRequest): Promise<FacetFound> {
  const days = await daysMeant(settings, request)
  const items = days
    .flatMap(day => day.items)
    .filter(item => passesFilter(request.query, 'project', `${item.project_key} ${item.project_label}`))
  return facetOfTexts(items, request, now, itemHit)
}

/** Rendered days that answer a query. */
export async function findDays(settings: Settings, now: number, request: FacetRequest): Promise<FacetFound> {
  const days = await daysMeant(settings, request)
  return facetOfTexts(
    days.filter(({ projects }) => projects.some(each => passesFilter(request.query, 'project', each))),
    request,
    now,
    dayHit,
  )
}

function itemHit(
  { date, project_key, project_label, work_item_ref, title, kind, texts, citation }: SearchableItem,
  query: SearchQuery,
): FacetHit {
  const item = encodeURIComponent(`${project_key}/${work_item_ref}`)
  return {
    id: `${date}/${project_key}/${work_item_ref}`,
    title: presentable(title),
    label: [kind === 'material_work_item' ? [] : kindNames[kind], shownDay(date)].flat().join(' · '),
    project: project_label,
    at: date,
    ...excerptOf(textsOf(texts), query),
    address: `/diary/${date}/${encodeURIComponent(project_key)}?item=${item}`,
    ...(citation && { citation }),
  }
}

/** `16 Nov 2026` */
function shownDay(date: string): string {
  return `${shortDate(date)} ${date.slice(0, 4)}`
}

function dayHit({ date, title, projects, texts }: SearchableDay, query: SearchQuery): FacetHit {
  return {
    id: date,
    title: presentable(title),
    label: projects.length === 1 ? '1 project' : `${projects.length} projects`,
    project: null,
    at: date,
    ...excerptOf(textsOf(texts), query),
    address: `/diary/${date}`,
  }
}

/** What says more than the title comes first, and the title where nothing does. */
function textsOf(texts: readonly WeighedText[]): string[] {
  const [title = { text: '' }, ...others] = texts
  return [...others, title].map(({ text }) => text)
}

/** Every rendered day within the times that were named, newest first; a report that cannot be read is passed over. */
async function daysMeant(settings: Settings, { since, before }: FacetRequest): Promise<SearchableDay[]> {
  const days: SearchableDay[] = []
  for (const date of await workspaceDays(settings)) {
    const start = dayStart(date, settings.timezone)
    if ((since !== null && start < since) || (before !== null && start >= before)) continue
    const day = await loadDay(settings, date)
    if (day) days.push(day)
  }
  return days
}

async function loadDay(settings: Settings, date: string): Promise<SearchableDay | undefined> {
  const known = settings.reads.days.get(date)
  const stamp = stampOf(join(workspaceFolder(settings.root, date), reportFile))
  if (stamp === undefined || known?.stamp === stamp) return stamp === undefined ? undefined : known?.day
  const report = await storedReport(settings, date)
  if (typeof report === 'string') return undefined
  const day = searchableDay(report)
  settings.reads.days.set(date, { stamp, day })
  return day
}

/** Changes with every change of the file; undefined where there is none. */
function stampOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeNs}`
}
