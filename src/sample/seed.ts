import type { App } from '../app.ts'
import { contextSummarize } from '../context/operations/context-summarize.ts'
import { projectUpdate } from '../context/operations/project-update.ts'
import { Fault } from '../kernel/fault.ts'
import { activate } from '../records/operations/activate.ts'
import { closeSession } from '../records/operations/close-session.ts'
import { createProject } from '../records/operations/create-project.ts'
import { createRecord } from '../records/operations/create-record.ts'
import { saveSession } from '../records/operations/save-session.ts'
import { transition } from '../records/operations/transition.ts'
import { updateRecord } from '../records/operations/update-record.ts'
import { narrator } from './narrator.ts'
import { isSeeded, markSeeded } from './seeded.ts'
import { project, type Step, story, type Text } from './story.ts'
import { instantOf } from './when.ts'

/**
 * Writes the sample project once per database, through the same door as everybody else; answers whether it did.
 * Every write carries a key of its own, so a seeding that was cut off goes on where it stopped.
 */
export async function seedSample(app: App): Promise<boolean> {
  if (await app.db.read(tx => isSeeded(tx, 'sample_seeded'))) return false
  const now = app.clock()
  const ids = new Map<string, string>()
  const { tell, at } = narrator(app)
  try {
    at(instantOf(story[0]?.when ?? { minutesAgo: 0 }, now))
    await tell(createProject, { ...project, idempotency_key: 'sample-project' })
    for (const [index, step] of story.entries()) {
      at(instantOf(step.when, now))
      await act(step, `sample-${index}`)
    }
  } catch (error) {
    // Somebody has a project of that name already: theirs stays, and ours is not offered again.
    if (!(error instanceof Fault) || error.code !== 'PROJECT_EXISTS') throw error
    await app.db.write(tx => markSeeded(tx, 'sample_seeded'))
    return false
  }
  await app.db.write(tx => markSeeded(tx, 'sample_seeded'))
  return true

  async function act(step: Step, idempotency_key: string): Promise<void> {
    const session = { conversation_id: `sample-${step.session}` }
    switch (step.do) {
      case 'activate':
        await tell(activate, { id: idOf(step.record), ...session })
        return
      case 'create': {
        const under = step.under === undefined ? { project_id: project.id } : { parent_id: idOf(step.under) }
        const fields = { ...written(step.text), related: step.related?.map(idOf), ...under, ...session }
        const { record } = await tell(createRecord, { ...fields, idempotency_key })
        ids.set(step.record, record.id)
        return
      }
      case 'update': {
        const { type: _, ...fields } = written(step.text)
        const related = step.related?.map(idOf)
        const how = { base_version: step.base, force: step.force }
        await tell(updateRecord, { id: idOf(step.record), ...fields, related, ...how, ...session, idempotency_key })
        return
      }
      case 'transition': {
        const { to: to_state, reason, by } = step
        const resolved_by = by === undefined ? undefined : idOf(by)
        await tell(transition, { id: idOf(step.record), to_state, reason, resolved_by, ...session, idempotency_key })
        return
      }
      case 'save':
        await tell(saveSession, { summary: step.summary, ...session, idempotency_key })
        return
      case 'close':
        await tell(closeSession, { summary: step.summary, ...session })
        return
      case 'describe':
        await tell(projectUpdate, { id: project.id, ...step.fields, customData: { additionalNotes: step.notes } })
        return
      case 'summarize':
        // A summary that is stored already is not stored again, so this needs no key.
        await tell(contextSummarize, { projectId: project.id, summary: step.summary })
    }
  }

  function idOf(record: string): string {
    const id = ids.get(record)
    if (id === undefined) throw new Error(`The story has not told of ${record} yet.`)
    return id
  }

  /** Ids depend on what else is in the database, so they are put into the texts here. */
  function written<T extends Partial<Text>>(text: T): T {
    if (text.body === undefined) return text
    return { ...text, body: text.body.replace(/\{\{([\w-]+)\}\}/g, (_, record: string) => idOf(record)) }
  }
}
