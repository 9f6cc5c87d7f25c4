import type { VerbGroup } from '../verb.ts'
import { agents, keys, providers } from './agents.ts'
import { check, receipts, verify } from './audit.ts'
import { conference, conferences, replay } from './conference.ts'
import { init } from './init.ts'
import { runs } from './runs.ts'
import { ask, chat } from './turns.ts'
import { canon, issues, reindex, settings, status, tool, tools, tree } from './workspace.ts'

/** The verbs of `daybook room` by name, in the order help lists them. */
export const roomVerbs: VerbGroup = {
  init,
  status,
  tree,
  ask,
  chat,
  conference,
  conferences,
  replay,
  tool,
  tools,
  verify,
  receipts,
  check,
  issues: { about: 'questions and tasks: list, show, open, comment, close', verbs: issues },
  canon: { about: 'the index of the cards: index, status', verbs: canon },
  runs: { about: 'recipes of several steps: start, list, show, cancel, resume, recipes', verbs: runs },
  agents: { about: 'the agents and their models: list, show, set, …', verbs: agents },
  providers: { about: 'model services: detect, models', verbs: providers },
  keys: { about: 'keys that sign receipts: rotate, fix; keys of model services: add, …', verbs: keys },
  settings,
  reindex,
}
