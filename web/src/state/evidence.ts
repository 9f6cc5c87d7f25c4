import { queryOptions } from '@tanstack/react-query'
import { shortDate } from '../../../src/diary/report/text/names.ts'
import { type EvidencePlace, linesText, linesWord, placeOf } from '../../../src/evidence/evidence.ts'
import { call } from '../api.ts'
import type { Output } from '../operations.ts'
import { queryClient } from './queries.ts'

/** What a record cites, as it is stored in its metadata. */
export type Evidence = Output<'show_evidence'>['evidence']
export type Verdict = Output<'show_evidence'>['verdict']
export { placeOf }

/** The place in a few words: a path with its lines, the session and its lines, the item and its day. */
export function placeWords(place: EvidencePlace): string {
  switch (place.kind) {
    case 'transcript':
      return `${linesText(place.lines)}, ${shortDate(place.date)}`
    case 'work item':
      return `${place.item}, ${shortDate(place.date)}`
    case 'receipt':
      return place.id
    case 'issue':
      return `Issue #${place.number}`
    case 'commit':
      return place.hash.slice(0, 10)
    case 'file':
      return place.lines ? `${place.path}:${linesWord(place.lines)}` : place.path
    case 'unknown':
      return place.ref
  }
}

/** Where the whole of it can be read; undefined where only the cited bytes are shown. */
export function placeAddress(project: string, place: EvidencePlace): string | undefined {
  switch (place.kind) {
    case 'transcript':
      return `/diary/${place.date}/${place.key}/${place.session}#${place.lines
        .split('-')
        .map(line => `L${line}`)
        .join('-')}`
    case 'work item':
      return `/diary/${place.date}/${place.key}?item=${encodeURIComponent(`${place.key}/${place.item}`)}`
    case 'issue':
      return `/p/${project}/room/issues/${place.number}`
    default:
      return undefined
  }
}

/** Lines in the address of a transcript, as evidence; undefined for every other address. */
export function transcriptEvidence(address: string): Evidence | undefined {
  const [path = '', hash = ''] = address.split('#')
  const [place = ''] = path.slice(path.indexOf('/diary/')).split('?')
  const [, date, key, session] = /^\/diary\/(\d{4}-\d\d-\d\d)\/([\w.-]{1,80})\/(\w{1,80})$/.exec(place) ?? []
  const [, first, last] = /^L([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/.exec(hash) ?? []
  if (!session || !first) return undefined
  return { kind: 'transcript', ref: `diary:${date}/${key}/${session}`, lines: `${first}-${last ?? first}` }
}

export const showEvidenceQuery = (project: string, evidence: Evidence) =>
  queryOptions({
    queryKey: ['in', project, 'evidence', evidence],
    queryFn: ({ signal }) => call('show_evidence', { ...evidence, project_id: project }, signal),
  })

/** The entry with the hash of what is there now, where it can have one. */
export async function withHash(project: string, evidence: Evidence): Promise<Evidence> {
  if (evidence.sha256 !== undefined || evidence.kind === 'work_item') return evidence
  return (await call('show_evidence', { ...evidence, project_id: project })).evidence
}

/** Records that cite a place or something below it; room places are those of one project. */
export const citedByQuery = (place: string, project?: string) =>
  queryOptions({
    queryKey: ['cited-by', place, project ?? ''],
    queryFn: ({ signal }) => call('cited_by', { place, ...(project && { project_id: project }) }, signal),
  })

export function refreshCitations(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['cited-by'] })
}

/** What may be cited twice in a list is cited once. */
export function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map(each => [`${each.kind} ${each.ref} ${each.lines}`, each])).values()]
}
