import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { closeSession as close } from '../close.ts'
import { projectOperation } from '../context.ts'
import { findByAnySession } from '../find.ts'
import { sessionNotFound } from '../locate.ts'
import { recordId } from '../record-id.ts'
import { SessionArguments, SessionEcho } from '../schema.ts'
import { type ResolvedSession, resolveSession, writeInSession } from '../session.ts'
import { loadSession } from '../store/sessions.ts'
import { SessionSummary } from '../write-schema.ts'

export const closeSession = projectOperation({
  name: 'close_session',
  summary: 'End the session: its records are no longer active. The session can be resumed with activate.',
  effect: 'append',
  access: 'reader',
  repeatable: true,
  input: z.strictObject({ summary: SessionSummary.optional(), ...SessionArguments }),
  output: z.object({
    success: z.literal(true),
    deactivated_records: z.array(z.string()),
    unsaved_warning: z.string().optional(),
    unsynced_changes: z.int(),
    ...SessionEcho,
  }),
  find: findByAnySession,
  async run(args, { project, role, ...ctx }) {
    const now = formatInstant(ctx.clock())
    return writeInSession(ctx, ctx.db.write, async tx => {
      const resolved = (await loadForAdmin()) ?? (await resolveSession(tx, ctx, args))
      if (!resolved.session) throw sessionNotFound()
      const closed = await close(tx, resolved.session.id, { now, summary: args.summary })
      const unsaved = closed.unsaved.map(recordId)
      return {
        ...(closed.session.principal_id === ctx.call.principal && {
          used: { via: resolved.via, session: closed.session },
        }),
        result: {
          success: true as const,
          deactivated_records: closed.deactivated.map(recordId),
          ...(unsaved.length > 0 && {
            unsaved_warning: `No checkpoint since ${unsaved.join(', ')} changed. The data is stored; only the checkpoint is missing.`,
          }),
          unsynced_changes: closed.unsynced,
          session_id: closed.session.id,
          session_resolution: resolved.via,
          tick: closed.tick,
        },
      }

      /** Admins may close any session by its handle. */
      async function loadForAdmin(): Promise<ResolvedSession | undefined> {
        const session = args.session_id === undefined ? undefined : await loadSession(tx, args.session_id)
        if (!session || session.principal_id === ctx.call.principal) return undefined
        if (role !== 'admin' || session.project_id !== project.id) return undefined
        return { via: 'explicit', session, project: session.project_id }
      }
    })
  },
})
