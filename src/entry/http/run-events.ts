import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { Run } from '../../diary/generate/run.ts'
import { eventsAfter } from '../../diary/generate/run-events.ts'
import { diaryRun } from '../../diary/operations/diary-run.ts'
import { invoke } from '../../invoke.ts'
import { type Access, type Caller, callerWith } from './caller.ts'
import { eventHeaders, eventStream, eventText, heartbeat, heartbeatMs, opening, resumeAfter } from './event-stream.ts'
import { failed, refused } from './failure.ts'
import { json } from './json.ts'

const lookMs = 150

/** `GET /api/diary/runs/<run>/events`: how a generation run goes on, in whichever process it is. */
export function runEventsFace({ app, access }: { app: App; access: Access }) {
  const closing = new AbortController()

  function look(runId: string, { principal, scope }: Caller) {
    return invoke(app, diaryRun, { run_id: runId }, { principal, scope, by: 'http' })
  }

  function stream(runId: string, caller: Caller, start: number): ReadableStream<Uint8Array> {
    const left = new AbortController()
    const gone = AbortSignal.any([left.signal, closing.signal])
    let cursor = start
    let isOpen = false
    let isDone = false

    async function next(): Promise<string | undefined> {
      if (!isOpen) {
        isOpen = true
        return opening
      }
      for (let silentSince = Date.now(); !isDone; ) {
        if (caller.secret !== undefined && !(await callerWith(caller.secret, app.db, access))) return undefined
        const outcome = await look(runId, caller)
        const run = Run.safeParse(outcome.ok ? outcome.result : undefined).data
        if (!run || gone.aborted) return undefined
        isDone = run.state !== 'running'
        const events = eventsAfter(run, cursor)
        cursor = Math.max(cursor, run.revision)
        if (events.length > 0) return events.map(({ id, event, data }) => eventText(id, event, data)).join('')
        if (Date.now() - silentSince >= heartbeatMs) return heartbeat
        await sleep(lookMs, undefined, { signal: gone }).catch(() => {})
      }
      return undefined
    }

    return eventStream({ next, leave: () => left.abort() }, error => app.log(`run events: ${String(error)}`))
  }

  return {
    async handle(request: Request, caller: Caller, runId: string): Promise<Response> {
      const after = resumeAfter(request) ?? 0
      if (Number.isNaN(after)) {
        return refused(400, 'INVALID_INPUT', 'The events of a run resume after the id of one.', {
          details: { fields: [{ path: 'after', rule: 'type integer' }] },
          hint: 'Pass the id of the last event you have, or nothing for all of them.',
        })
      }
      const outcome = await look(runId, caller)
      if (!outcome.ok) return failed(outcome.fault, { toolset: 'diary', operation: diaryRun })
      const run = Run.safeParse(outcome.result).data
      if (!run) return json(outcome.result, 404)
      // Nothing more will come: this answer tells the browser not to connect again.
      if (run.state !== 'running' && eventsAfter(run, after).length === 0) return new Response(null, { status: 204 })
      if (request.method === 'HEAD') return new Response(null, { headers: eventHeaders })
      return new Response(stream(runId, caller, after), { headers: eventHeaders })
    },
    close: () => closing.abort(),
  }
}
