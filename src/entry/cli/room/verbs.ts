import type { VerbGroup } from '../verb-group.ts'
import { addRoomVerb } from './verb.ts'

/** The verbs of `daybook room` by name, in reading order. */
export const roomVerbs: VerbGroup = {
  init: async to => addRoomVerb(to, (await import('./init.ts')).init),
  status: async to => addRoomVerb(to, (await import('./status.ts')).status),
  tree: async to => addRoomVerb(to, (await import('./tree.ts')).tree),
  ask: async to => addRoomVerb(to, (await import('./ask.ts')).ask),
  chat: async to => addRoomVerb(to, (await import('./chat.ts')).chat),
  conference: async to => addRoomVerb(to, (await import('./conference.ts')).conference),
  conferences: async to => addRoomVerb(to, (await import('./conference.ts')).conferences),
  replay: async to => addRoomVerb(to, (await import('./replay.ts')).replay),
  tool: async to => addRoomVerb(to, (await import('./tool.ts')).tool),
  tools: async to => addRoomVerb(to, (await import('./tool.ts')).tools),
  verify: async to => addRoomVerb(to, (await import('./verify.ts')).verify),
  receipts: async to => addRoomVerb(to, (await import('./receipts.ts')).receipts),
  check: async to => addRoomVerb(to, (await import('./check.ts')).check),
  async issues(to) {
    const issues = to.command('issues').description('what is to be settled: list, show, open, comment, close')
    const { issueList, issueShow, issueOpen, issueComment, issueClose } = await import('./issues.ts')
    addRoomVerb(issues, issueList)
    addRoomVerb(issues, issueShow)
    addRoomVerb(issues, issueOpen)
    addRoomVerb(issues, issueComment)
    addRoomVerb(issues, issueClose)
  },
  async canon(to) {
    const canon = to.command('canon').description('the index of the cards: index, status')
    const { canonIndex, canonState } = await import('./canon.ts')
    addRoomVerb(canon, canonIndex)
    addRoomVerb(canon, canonState)
  },
  async runs(to) {
    const runs = to.command('runs').description('recipes of several steps: start, list, show, cancel, resume, recipes')
    const { runStart, runList, runShow, runCancel, runResume, runRecipes } = await import('./runs.ts')
    addRoomVerb(runs, runStart)
    addRoomVerb(runs, runList)
    addRoomVerb(runs, runShow)
    addRoomVerb(runs, runCancel)
    addRoomVerb(runs, runResume)
    addRoomVerb(runs, runRecipes)
  },
  async agents(to) {
    const agents = to.command('agents').description('who takes part and who speaks for them: list, show, set, …')
    const { agentList, agentShow, agentSet, agentConfirm, agentEnable, agentDisable, agentTest } = await import(
      './agents.ts'
    )
    addRoomVerb(agents, agentList)
    addRoomVerb(agents, agentShow)
    addRoomVerb(agents, agentSet)
    addRoomVerb(agents, agentConfirm)
    addRoomVerb(agents, agentEnable)
    addRoomVerb(agents, agentDisable)
    addRoomVerb(agents, agentTest)
  },
  async providers(to) {
    const providers = to.command('providers').description('model services: detect, models')
    const { providersDetect, providersModels } = await import('./providers.ts')
    addRoomVerb(providers, providersDetect)
    addRoomVerb(providers, providersModels)
  },
  async keys(to) {
    const keys = to.command('keys').description('keys that sign receipts: rotate, fix; keys of model services: add, …')
    const { keysRotate, keysFix, keysAdd, keysList, keysRemove, keysUnlock, keysProtect } = await import('./keys.ts')
    addRoomVerb(keys, keysRotate)
    addRoomVerb(keys, keysFix)
    addRoomVerb(keys, keysAdd)
    addRoomVerb(keys, keysList)
    addRoomVerb(keys, keysRemove)
    addRoomVerb(keys, keysUnlock)
    addRoomVerb(keys, keysProtect)
  },
  settings: async to => addRoomVerb(to, (await import('./settings.ts')).settings),
  reindex: async to => addRoomVerb(to, (await import('./status.ts')).reindex),
}
