import type { Prepared } from './prepared.ts'

type Exported = (...args: unknown[]) => unknown

/** How a function is given a text; or, as a text, why it never meets one of a stranger's size. */
export type Use = ((run: Exported, text: string, prepared: Prepared) => unknown) | string

const text =
  (...rest: unknown[]): Use =>
  (run, given) =>
    run(given, ...rest)
const lines =
  (...rest: unknown[]): Use =>
  (run, given) =>
    run(given.split('\n'), ...rest)
const second =
  (first: unknown, ...rest: unknown[]): Use =>
  (run, given) =>
    run(first, given, ...rest)

/** What is found one after the other has to be asked for. */
const all: Use = (run, given) => {
  const found = run(given)
  return isIterable(found) ? [...found] : found
}
/** What a search asks a text for. */
const someQuery = {
  all: [[{ words: ['a'], parts: ['a'], isPrefix: true }], [{ words: ['x', 'y'], parts: ['x', 'y'], isPrefix: false }]],
  none: [],
  filters: [],
}
const ownPath = 'a path that this machine has, or a name from one'
const ownWord = 'a word of the program or of its owner'
const shortField = 'a field whose length is checked before'
const oneWord = 'one word of a text, or a name'

/** Every function that a module with regular expressions exports and that takes a text or lines first. */
export const functions: { [file: string]: { [name: string]: Use } | string } = {
  'src/chat-clients/json-settings.ts': {
    serversInJson: text('/work/app'),
    withJsonEntry: text('mcpServers', 'daybook', {}),
    withoutJsonEntry: text('mcpServers', 'daybook'),
    readJsonc: text(),
  },
  'src/chat-clients/server-entry.ts': { serverFrom: text({}) },
  'src/chat-clients/toml-settings.ts': {
    serversInToml: text(),
    withTomlEntry: text('daybook', { command: 'daybook', args: [] }),
    withoutTomlEntry: text('daybook'),
  },
  'src/context/block/facts.ts': { flatten: text(200) },
  'src/context/compaction/words-to-keep.ts': {
    wordsToKeep: (run, given) => run([{ line: 1, text: given }]),
    saysWords: text(),
  },
  'src/context/failure.ts': { sanitizeEcho: text() },
  'src/context/library/key.ts': { keyOf: text(), strippedKey: text() },
  'src/context/library/placeholders.ts': { parseTemplate: text(1) },
  'src/context/library/prompt-file.ts': { parsePromptFile: text() },
  'src/context/library/source-lines.ts': { followFences: lines(), sourceLines: text(), trimBlankLines: lines() },
  'src/context/library/statements-file.ts': { parseStatementsFile: text() },
  'src/context/transfer/import.ts': { readArray: text() },
  'src/db/db.ts': ownWord,
  'src/diary/config.ts': { instantNamed: text('UTC') },
  'src/diary/dates/calendar.ts': {
    isDay: text(),
    addDays: 'a day',
    daysBetween: 'two days',
    daysOfWeek: text(),
    weekOf: 'a day',
    midnight: 'a day',
  },
  'src/diary/dates/zone.ts': { zoneHere: ownWord, isZone: text() },
  'src/diary/edits/folded-line.ts': {
    foldLine: text(),
    isTelling: text(),
    foldedHash: text(),
  },
  'src/diary/edits/changed-by-shell.ts': { changedByShell: text('/work/app') },
  'src/diary/edits/here-documents.ts': { writtenByShell: text() },
  'src/diary/extract/closing.ts': { closingOf: text(), plainText: text(), sentencesOf: text() },
  'src/diary/extract/commits.ts': { commitLines: text() },
  'src/diary/extract/open-question.ts': { questionIn: text() },
  'src/diary/extract/project-path.ts': {
    isTemporary: text(),
    placeOf: text('/work/app'),
    rel: text('/work/app'),
    artifactCategory: text(),
  },
  'src/diary/extract/shell/commands.ts': { commandsIn: text() },
  'src/diary/extract/shell/counts.ts': { countsIn: text() },
  'src/diary/extract/shell/found-counts.ts': {
    each: text(/(\d) passed/g, () => ({ passed: 1, failed: 0 })),
    outermost: text(/(\d) passed/g, () => ({ passed: 1, failed: 0 })),
    last: text(/(\d) passed/g),
    inWords: text(),
    numberIn: text(/(\d) passed/),
  },
  'src/diary/extract/shell/test-counts.ts': { goCounts: text() },
  'src/diary/extract/shell/tool-counts.ts': { buildCounts: text(), compilerCounts: text() },
  'src/diary/extract/shell/folders.ts': { resolve: second('/work/app') },
  'src/diary/extract/shell/kind.ts': {
    kindsOf: lines(),
    isCheckProgram: text(),
    mayBeReported: text(),
  },
  'src/diary/extract/shell/lex.ts': { lex: text() },
  'src/diary/extract/shell/writes.ts': { mayWrite: (run, given) => run('sed', given.split('\n')) },
  'src/diary/extract/shell/programs.ts': {
    programName: text(),
    optionsFrom: (run, given) => run('git', given.split('\n')),
    operands: (run, given) => run('git', given.split('\n')),
    optionOf: lines('-t'),
  },
  'src/diary/extract/text.ts': {
    oneLine: text(),
    cut: text(160),
    sentence: text(),
    excerpt: text(300, '/work/app'),
    summary: second('Said', '/work/app'),
    clean: text('/work/app'),
    quotedCommand: text('/work/app'),
  },
  'src/diary/extract/tool-deeds.ts': { isDeedTool: text() },
  'src/diary/extract/trigger.ts': {
    triggerOf: text([1], { root: null, first_in_file: true, previous_interrupted: false, trigger_kind: 'message' }),
    triggerType: text({ first_in_file: true, previous_interrupted: false, trigger_kind: 'message' }),
  },
  'src/diary/forget/tombstones.ts': { diaryRef: ownWord, sessionFolders: ownPath },
  'src/diary/generate/agents/run-program.ts': ownPath,
  'src/diary/generate/prompts/rules.ts': ownWord,
  'src/diary/generate/run.ts': { makeRunId: 'a day', dayOfRun: text() },
  'src/diary/ports/check-ref.ts': { diaryRefIn: text() },
  'src/diary/prepare/publish.ts': ownPath,
  'src/diary/rejection.ts': { reject: ownWord, quotable: text() },
  'src/diary/report/html/markup.ts': { prose: text(), escapeHtml: text() },
  'src/diary/report/markdown/markup.ts': {
    md: text(),
    inTag: text(),
    quote: text(),
    withLinksBelow: text(),
    table: (run, given) => run(['Text'], [[given]]),
  },
  'src/diary/report/slot-input.ts': { isTitle: text() },
  'src/diary/report/text/citation-text.ts': ownWord,
  'src/diary/report/text/plain.ts': { plain: text(), plainLine: text() },
  'src/diary/operations/diary-secrets.ts': {
    textOfRecord: (run, given) => [run(given), run(JSON.stringify({ message: { content: given } }))],
  },
  'src/diary/why/patch.ts': { filesInPatch: text(), unquote: text() },
  'src/diary/workspace/locks.ts': ownPath,
  'src/diary/workspace/project-key.ts': {
    projectOf: text({ source: 'codex', source_session_id: 'x' }, '/home/x'),
    canonicalRoot: text('/home/x'),
    projectKey: text(),
    identityOf: text(false),
    writtenFolder: text('/home/x'),
    realFolder: text(),
  },
  'src/diary/workspace/worktree-paths.ts': { worktreeIn: text('/home/x'), homeOf: text() },
  'src/diary/repositories/identify.ts': { writtenTop: text('/work/app') },
  'src/diary/synthesize/branches.ts': { branchTopic: text() },
  'src/diary/synthesize/node.ts': { tellingWords: text() },
  'src/diary/synthesize/wording.ts': {
    requestIn: text(),
    hasWholeRequest: text(),
    wishIn: text(),
    repeatedAction: text(2),
    actionOf: text(),
    askIn: text(),
    firstWordsOf: text(),
    statementOf: text(),
    isWholeStatement: text(),
  },
  'src/diary/workspace/subagent-copy.ts': { subagentFolder: text() },
  'src/files/git-checkout.ts': { findCheckout: text('/') },
  'src/files/remote-address.ts': { remoteAddress: text(), isLocalRemote: text() },
  'src/diary/workspace/project.ts': { parseIndex: text(), isSessionPath: text() },
  'src/diary/workspace/refs.ts': { compareRefs: text('S0001') },
  'src/diary/workspace/swap.ts': ownPath,
  'src/entry/http/event-stream.ts': { noticeText: text({}) },
  'src/entry/cli/command-line.ts': ownWord,
  'src/entry/cli/failure.ts': ownWord,
  'src/entry/cli/input.ts': ownWord,
  'src/entry/cli/operation-fields.ts': ownWord,
  'src/sample/transcripts.ts': { sampleTranscripts: ownWord },
  'src/files/glob.ts': {
    // Paths and patterns of requests are short; a pattern of many stars was slow all the same.
    globMatcher: (run, given) => {
      const matches = run(`${'*a'.repeat(40)}**/${'?*'.repeat(20)}b`)
      return typeof matches === 'function' && matches(given.slice(0, 4096))
    },
  },
  'src/records/draft.ts': { readDraft: text({}) },
  'src/entry/cli/room/read-secret.ts': ownWord,
  'src/entry/cli/terminal.ts': ownWord,
  'src/entry/cli/visible.ts': { visible: text(), visibleLines: text(), markMatches: text([], String) },
  'src/entry/cli/width.ts': { widthOf: text(), cut: 'widthOf, and a cut', pad: 'widthOf, and spaces' },
  'src/entry/http/address.ts': {
    isLoopback: text(),
    isOwnHost: text({ host: '127.0.0.1', port: 4470 }),
    isOwnOrigin: text({ host: '127.0.0.1', port: 4470 }),
  },
  'src/entry/http/caller.ts': 'a header; Node takes no more than 16 KB of them',
  'src/entry/http/guard.ts': { isPage: text() },
  'src/entry/http/web-files.ts': 'the address of a request; Node takes no more than 16 KB of headers',
  'src/evidence/merge-texts.ts': { mergeTexts: text('one\n', 'two\n'), changedRegions: text('one\n', 'two\n') },
  'src/evidence/secret-rules/assigned.ts': { assignedSecrets: all },
  'src/evidence/secret-rules/command-words.ts': { commandWords: all, valueAt: text(0), afterBlanks: text(0) },
  'src/evidence/secret-rules/harmless.ts': {
    isHarmless: text(),
    isPlainWords: text(),
    isSeparatedWords: text(),
    hasLetterAndDigit: text(),
    isMaskedToken: text(),
  },
  'src/evidence/secret-rules/token-form.ts': { form: ownWord, findTokens: 'a part of withoutSecrets' },
  'src/evidence/secrets.ts': {
    findUnwritable: text(),
    findSecret: text(),
    redact: text('/work/app'),
    redactForOthers: text(),
    redactSecrets: text(),
    withoutSecrets: text(),
    secretKinds: text(),
  },
  'src/evidence/unified-diff.ts': {
    diffLines: text('one\ntwo\n'),
    unifiedDiff: text('one\ntwo\n', { from: 'a', to: 'b' }),
    applyUnifiedDiff: second('one\ntwo\n'),
  },
  'src/files/replace.ts': ownPath,
  'src/kernel/instants.ts': { parseInstant: text() },
  'src/kernel/operation.ts': ownWord,
  'src/kernel/text.ts': { codePoints: text(), unstorableAt: text(), cutTo: text(1000) },
  'src/models/checked-fetch.ts': { baseUrlProblem: text() },
  'src/models/providers.ts': { findProvider: ownWord, parseModelName: text() },
  'src/projects/slug.ts': { slugOf: text(), slugCandidates: 'slugOf, and a number' },
  'src/receipts/receipt.ts': { outputsOf: text() },
  'src/records/record-id.ts': { parseRecordId: text() },
  'src/records/selectors.ts': { parseSelector: text('project') },
  'src/query/excerpt.ts': {
    matchesIn: text((term: string) => (term.length % 3 === 0 ? [term] : [])),
    excerptAround: text([]),
    leadingCodePoints: text(),
  },
  'src/query/redacted-excerpt.ts': {
    excerptOf: (run, given) => run([given], someQuery),
    bestOf: (run, given) => run([given], someQuery),
    presentable: text(),
  },
  'src/query/identifier-terms.ts': { termRow: text(), termsOfRun: text(), partsOfRun: text() },
  'src/query/query.ts': { parseQuery: text() },
  'src/query/term-runs.ts': {
    normalText: text(),
    eachRun: text(() => true),
    normalRun: text(),
    eachTerm: text(() => true),
    singular: text(),
  },
  'src/records/terms.ts': { termsOf: text(), bodyTermsOf: text(), queryTerms: text(), recordNumbersIn: text() },
  'src/room/agents/registry.ts': ownPath,
  'src/room/agents/roles.ts': { roleKey: text(), roleNamed: text() },
  'src/room/audit/context.ts': { tampered: ownWord },
  'src/room/audit/keys.ts': ownPath,
  'src/room/chats/chat.ts': { chatTitle: text() },
  'src/room/evidence/check-receipts.ts': 'ids that isReceiptId reads',
  'src/room/evidence/cited-receipts.ts': { isReceiptId: text() },
  'src/room/evidence/claim-words.ts': { claimWords: text(), rootsIn: text(), rootOf: oneWord, hasNegation: text() },
  'src/room/evidence/find-text.ts': {
    findText: text('a'.repeat(200), 0),
    findQuote: text('a'.repeat(200), 0, 1e6),
    findWord: text('a'.repeat(200)),
  },
  'src/room/evidence/known-sources.ts': 'a folder of the workspace',
  'src/room/evidence/locations.ts': { numbered: text() },
  'src/room/evidence/normal-form.ts': { normalForm: text(), quoteForm: text(), characterEnd: text(0, false) },
  'src/room/evidence/parse-evidence.ts': {
    evidenceLines: (run, given) => [run(given), run(`Evidence${given}`)],
    parseEvidence: (run, given, { cited }) => run(given, cited),
  },
  'src/room/evidence/quotations.ts': { quotationsIn: text(), doubleQuotations: text() },
  'src/room/evidence/reasoning-preface.ts': { showsReasoning: text([]) },
  'src/room/evidence/scope.ts': { scopeOf: (run, given, { cited }) => run(given, [], cited) },
  'src/room/evidence/statements.ts': {
    statementsOf: text({ titles: new Set(), cited: new Set() }),
    isEnglish: text(),
  },
  'src/room/ids.ts': { runSession: ownWord, requireId: text() },
  'src/room/memory/store.ts': { derivedText: text(1), memoryStore: ownPath },
  'src/room/caller.ts': { isProgramName: text() },
  'src/room/prompts/assemble.ts': {
    jsonPrompt: text({}),
    retryPrompt: text({ words: '', detail: '', form: '' }, '', false),
  },
  'src/room/prompts/prompt-entry.ts': { isGoodExample: text('file_locator', undefined) },
  'src/room/protocol/arguments.ts': { foldKey: text() },
  'src/room/protocol/call-intent.ts': { callIntent: text(), holdsCall: text() },
  'src/room/protocol/prepare.ts': { prepareReply: text() },
  'src/room/protocol/read-reply.ts': {
    readCall: text({ tools: [], nonce: () => undefined, required: false }),
    readDecision: text({ tools: [], nonce: () => undefined }),
    readJsonAnswer: text(),
  },
  'src/room/protocol/rejection.ts': { echo: text() },
  'src/room/protocol/stop-hook.ts': {
    readStopHook: (run, given) => run(`STOP_HOOK: ${given}`),
    groundingRequired: second('no_evidence'),
    turnFailed: text(),
  },
  'src/room/protocol/strict-json.ts': { strictObject: text(), scanObject: text(0), skipBlanks: text(0) },
  'src/room/protocol/tool-ids.ts': { toolNamed: text() },
  'src/room/providers/scripted-model.ts': ownWord,
  'src/room/responder/respond.ts': { intentOf: text(), proseFocus: text(), issueStatus: text() },
  'src/room/runs/refs.ts': { segmentsOf: text() },
  'src/room/runs/run-store.ts': { isRunId: text() },
  'src/room/tasks/receipt.ts': { stopContent: ownWord },
  'src/room/telemetry/files.ts': {
    telemetryTotals: ownPath,
    writeSession: ownPath,
    sessionFiles: ownPath,
    sizeOf: ownPath,
    pruneSessions: ownPath,
    telemetryConfig: ownPath,
    sessionStart: text(),
  },
  'src/room/text/card-lines.ts': {
    attributeOfKey: oneWord,
    saysWho: oneWord,
    cardLinesOf: (run, given) => run([given, `|${given}`, `**${given}`], null),
  },
  'src/room/text/entry-match.ts': { matchEntry: text([]), likelyEntries: text([]), lettersOf: text() },
  'src/room/text/numbers.ts': {
    numbersOf: (run, given, { wordsOf }) => run(given, wordsOf(given)),
    bareNumber: (run, given, { wordsOf }) => run(given, wordsOf(given)),
    smallNumber: oneWord,
    unitOf: oneWord,
  },
  'src/room/text/path-words.ts': { pathWords: text() },
  'src/room/text/scene-head.ts': {
    sceneHead: lines(),
    stemOf: text(),
    numberInName: text(),
    frontMatterOf: (run, given) => run(['---', `a${given}`, '---']),
  },
  'src/room/text/sentences.ts': {
    sentencesOf: (run, given, { wordsOf }) => run(given, wordsOf(given)),
    quotedRanges: text(),
  },
  'src/room/text/structure.ts': { structureOf: lines(), lineKinds: lines() },
  'src/room/text/words.ts': {
    wordsOf: text(),
    countWords: text(),
    isCapitalised: oneWord,
    isStopword: oneWord,
    isContentWord: oneWord,
    colorOf: oneWord,
    materialOf: oneWord,
    seasonOf: oneWord,
    isKinship: oneWord,
    areNear: oneWord,
  },
  'src/room/tools/locator-score.ts': {
    criteriaOf: text(true),
  },
  'src/room/tools/named-files.ts': {
    filesNamedIn: (run, given, { snapshot }) => run(given, snapshot.files),
    foldRequest: text(),
  },
  'src/room/tools/prose-sentences.ts': { proseOf: (run, given, { names }) => run(given.split('\n'), names) },
  'src/room/tools/registry.ts': ownWord,
  'src/room/tools/render.ts': { renderOutput: (run, given) => run(JSON.stringify({ text: given, more: [given] })) },
  'src/room/text/variants.ts': { oneEditApart: second('a') },
  'src/room/workspace/folders.ts': ownPath,
  'src/room/workspace/describe.ts': {
    classOf: text(null),
    categoryOf: text(),
    titleOf: (run, given) => run('a.md', given.split('\n')),
    discoverOutline: (run, given) => run(given.split('\n').map(name => `Story/${name}`)),
  },
  'src/room/workspace/file-text.ts': {
    textOf: (run, given) => run('a.md', Buffer.from(given)),
    splitLines: text(),
    spanHash: lines(),
  },
  'src/room/workspace/fold.ts': { foldCase: text(), foldName: text(), compareBytes: text('a') },
  'src/room/workspace/init.ts': ownPath,
  'src/room/workspace/list-tree.ts': ownPath,
  'src/room/workspace/outline.ts': {
    parseOutline: (run, given) =>
      [given, `## a —${given}`, `## a (POV:${given}`, `## a\nPOV:${given}`].map(outline => run(outline)),
    povOfLine: text(),
  },
  'src/room/workspace/path-rules.ts': { isAllowedSegment: text() },
  'src/transcripts/apply-patch.ts': { editsInPatch: text() },
  'src/transcripts/byte-order.ts': { byteOrder: text('a') },
  'src/transcripts/claude-code/events.ts': { exitOf: text(true, null) },
  'src/transcripts/claude-code/paths.ts': ownPath,
  'src/transcripts/claude-code/trigger.ts': { queuedText: text() },
  'src/transcripts/codex/fork-boundary.ts': { namesTurn: text('task_started') },
  'src/transcripts/passages.ts': { promptPassage: text() },
  'src/transcripts/codex/session-meta.ts': ownPath,
  'src/transcripts/codex/user-text.ts': { isSourceContext: text(), isReaction: text(), isUserShell: text() },
  'src/transcripts/cursor/agent-transcript.ts': { transcriptFormat: ownPath, projectOf: ownPath },
  'src/transcripts/gemini-cli/paths.ts': ownPath,
  'src/transcripts/goose/database.ts': ownPath,
  'src/transcripts/opencode/tree.ts': ownPath,
  'src/transcripts/shell-report.ts': { exitInReport: text() },
  'src/transcripts/task-folder/places.ts': ownPath,
  'src/transcripts/vscode-workspace.ts': { pathOfUri: text(), workspaceRoot: ownPath },
  'web/src/state/search/match-words.ts': { matchesWords: text('copy block') },
  'web/src/state/search/recents.ts': { isOfOneThing: text() },
  'web/src/api.ts': ownWord,
  'web/src/parts/transcript/line-address.ts': { spanInHash: text(), citationOf: shortField },
  'web/src/parts/transcript/safe-text.ts': { safeText: text(), piecesOf: text('find me') },
  'web/src/state/context/join-texts.ts': { joinTexts: text('one', 'two'), comparable: text('one') },
  'web/src/state/context/line-ends.ts': { withEndsOf: text('one\r\n') },
  'web/src/state/context/why-words.ts': { shortHash: shortField, workItemPlace: text() },
  'web/src/state/drafts.ts': 'needs a browser: names of drafts that the page itself keeps',
  'web/src/state/markdown.ts': 'needs a browser: marked and DOMPurify read the text',
  'web/src/state/record-changes.ts': { relatedIds: text(), parseMetadata: text(), metadataFault: text() },
  'web/src/state/room/quoted-lines.ts': { linesOf: text() },
  'web/src/state/room/reply-text.ts': { withoutEvidence: text(undefined), placesIn: text(['Story/a.md']) },
  'web/src/state/shortcuts.ts': 'a key that was pressed',
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}
