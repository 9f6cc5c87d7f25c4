import type { Group } from '../command-line.ts'
import { agents, keys, providers } from './agents.ts'
import { auditVerbs } from './audit.ts'
import { conferenceVerbs } from './conference.ts'
import { init } from './init.ts'
import { runs } from './runs.ts'
import { turnVerbs } from './turns.ts'
import { canon, issues, workspaceVerbs } from './workspace.ts'

export const roomVerbs: Group = {
  summary: 'ask agents about your texts, and check what they say: ask, verify, …',
  commands: {
    init,
    ...workspaceVerbs,
    ...turnVerbs,
    ...conferenceVerbs,
    ...auditVerbs,
    ...{ issues, canon, runs, agents, providers, keys },
  },
}
