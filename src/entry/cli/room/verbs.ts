import type { Command } from 'commander'
import { agentDisable, agentEnable, agentList, agentSet, agentShow, agentTest } from './agents.ts'
import { ask } from './ask.ts'
import { canonIndex, canonState } from './canon.ts'
import { chat } from './chat.ts'
import { check } from './check.ts'
import { conference, conferences } from './conference.ts'
import { init } from './init.ts'
import { issueClose, issueComment, issueList, issueOpen, issueShow } from './issues.ts'
import { keysAdd, keysFix, keysList, keysProtect, keysRemove, keysRotate, keysUnlock } from './keys.ts'
import { providersDetect, providersModels } from './providers.ts'
import { receipts } from './receipts.ts'
import { replay } from './replay.ts'
import { runCancel, runList, runRecipes, runResume, runShow, runStart } from './runs.ts'
import { settings } from './settings.ts'
import { reindex, status } from './status.ts'
import { tool, tools } from './tool.ts'
import { tree } from './tree.ts'
import { addRoomVerb } from './verb.ts'
import { verify } from './verify.ts'

/** The verbs of `daybook room`, in reading order. */
export function addRoomVerbs(room: Command): void {
  addRoomVerb(room, init)
  addRoomVerb(room, status)
  addRoomVerb(room, tree)
  addRoomVerb(room, ask)
  addRoomVerb(room, chat)
  addRoomVerb(room, conference)
  addRoomVerb(room, conferences)
  addRoomVerb(room, replay)
  addRoomVerb(room, tool)
  addRoomVerb(room, tools)
  addRoomVerb(room, verify)
  addRoomVerb(room, receipts)
  addRoomVerb(room, check)
  const issues = room.command('issues').description('what is to be settled: list, show, open, comment, close')
  addRoomVerb(issues, issueList)
  addRoomVerb(issues, issueShow)
  addRoomVerb(issues, issueOpen)
  addRoomVerb(issues, issueComment)
  addRoomVerb(issues, issueClose)
  const canon = room.command('canon').description('the index of the cards: index, status')
  addRoomVerb(canon, canonIndex)
  addRoomVerb(canon, canonState)
  const runs = room.command('runs').description('recipes of several steps: start, list, show, cancel, resume, recipes')
  addRoomVerb(runs, runStart)
  addRoomVerb(runs, runList)
  addRoomVerb(runs, runShow)
  addRoomVerb(runs, runCancel)
  addRoomVerb(runs, runResume)
  addRoomVerb(runs, runRecipes)
  const agents = room.command('agents').description('who takes part and who speaks for them: list, show, set, …')
  addRoomVerb(agents, agentList)
  addRoomVerb(agents, agentShow)
  addRoomVerb(agents, agentSet)
  addRoomVerb(agents, agentEnable)
  addRoomVerb(agents, agentDisable)
  addRoomVerb(agents, agentTest)
  const providers = room.command('providers').description('model services: detect, models')
  addRoomVerb(providers, providersDetect)
  addRoomVerb(providers, providersModels)
  const keys = room.command('keys').description('keys that sign receipts: rotate, fix; keys of model services: add, …')
  addRoomVerb(keys, keysRotate)
  addRoomVerb(keys, keysFix)
  addRoomVerb(keys, keysAdd)
  addRoomVerb(keys, keysList)
  addRoomVerb(keys, keysRemove)
  addRoomVerb(keys, keysUnlock)
  addRoomVerb(keys, keysProtect)
  addRoomVerb(room, settings)
  addRoomVerb(room, reindex)
}
