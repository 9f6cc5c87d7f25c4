import type { App } from '../app.ts'
import { projectUpdate } from '../context/operations/project-fields.ts'
import { projectLink } from '../context/operations/projects.ts'
import { contextSummarize } from '../context/operations/summaries.ts'
import { addDays } from '../diary/dates/calendar.ts'
import { dayAt } from '../diary/dates/zone.ts'
import { giveSampleDays, giveSampleNumbers, isSeeded, markSeeded } from '../home/sample.ts'
import { callAsOwner } from '../invoke.ts'
import { Fault } from '../kernel/fault.ts'
import { activate } from '../records/operations/activate.ts'
import { createRecord } from '../records/operations/create-record.ts'
import { createProject } from '../records/operations/projects.ts'
import { closeSession, saveSession } from '../records/operations/sessions.ts'
import { transition } from '../records/operations/transition.ts'
import { updateRecord } from '../records/operations/update-record.ts'
import { dayAgo, instantOf, project, type Step, story, type Text } from './story.ts'

/**
 * Writes the sample project once per database, through the operations everyone uses; answers whether it did.
 * Every write carries a key of its own, so an interrupted seeding continues where it stopped.
 */
export async function seedSample(app: App): Promise<boolean> {
  if (await app.db.read(tx => isSeeded(tx, 'sample_seeded'))) return false
  const { timezone } = app.diary
  const week = await app.db.write(async tx => {
    await giveSampleNumbers(tx)
    return giveSampleDays(tx, addDays(dayAt(app.clock(), timezone), -1))
  })
  const ids = new Map<string, string>()
  let time = app.clock()
  const pastApp: App = { ...app, clock: () => time, recordNumbers: 'sample_record' }
  try {
    const [first] = story
    if (first) time = instantOf(first.when, week, timezone)
    await callAsOwner(pastApp, createProject, { ...project, idempotency_key: 'sample-project' })
    for (const [index, step] of story.entries()) {
      time = instantOf(step.when, week, timezone)
      await carryOut(step, `sample-${index}`)
    }
  } catch (error) {
    // A project of that name exists already: it stays, and ours is not offered again.
    if (!(error instanceof Fault) || error.code !== 'PROJECT_EXISTS') throw error
    await app.db.write(tx => markSeeded(tx, 'sample_seeded'))
    return false
  }
  await app.db.write(tx => markSeeded(tx, 'sample_seeded'))
  return true

  async function carryOut(step: Step, idempotency_key: string): Promise<void> {
    const session = { conversation_id: `sample-${step.session}` }
    switch (step.do) {
      case 'activate':
        await callAsOwner(pastApp, activate, { id: idOf(step.record), ...session })
        return
      case 'create': {
        const under = step.under === undefined ? { project_id: project.id } : { parent_id: idOf(step.under) }
        const fields = { ...fillIds(step.text), related: step.related?.map(idOf), ...under, ...session }
        const { record } = await callAsOwner(pastApp, createRecord, { ...fields, idempotency_key })
        ids.set(step.record, record.id)
        return
      }
      case 'update': {
        const { type: _, ...fields } = fillIds(step.text)
        const related = step.related?.map(idOf)
        const how = { base_version: step.base, force: step.force }
        await callAsOwner(pastApp, updateRecord, {
          id: idOf(step.record),
          ...fields,
          related,
          ...how,
          ...session,
          idempotency_key,
        })
        return
      }
      case 'transition': {
        const { to: to_state, reason, by } = step
        const resolved_by = by === undefined ? undefined : idOf(by)
        await callAsOwner(pastApp, transition, {
          id: idOf(step.record),
          to_state,
          reason,
          resolved_by,
          ...session,
          idempotency_key,
        })
        return
      }
      case 'save':
        await callAsOwner(pastApp, saveSession, { summary: step.summary, ...session, idempotency_key })
        return
      case 'close':
        await callAsOwner(pastApp, closeSession, { summary: step.summary, ...session })
        return
      case 'describe':
        await callAsOwner(pastApp, projectUpdate, {
          id: project.id,
          ...step.fields,
          customData: { additionalNotes: step.notes },
        })
        for (const diary_project_key of step.diary)
          await callAsOwner(pastApp, projectLink, { id: project.id, diary_project_key })
        return
      case 'summarize':
        // A summary that is stored already is not stored again, so this needs no key.
        await callAsOwner(pastApp, contextSummarize, { projectId: project.id, summary: step.summary })
    }
  }

  function idOf(record: string): string {
    const id = ids.get(record)
    if (id === undefined) throw new Error(`The story has no record ${record} yet.`)
    return id
  }

  /** Ids and days depend on the database and the calendar, so they are put into the texts here. */
  function fillIds<T extends Partial<Text>>(text: T): T {
    const filled = JSON.stringify(text)
      .replace(/\{\{day (\d)\}\}/g, (_, ago: string) => dayAgo(Number(ago), week))
      .replace(/\{\{([\w-]+)\}\}/g, (_, record: string) => idOf(record))
    return JSON.parse(filled)
  }
}
