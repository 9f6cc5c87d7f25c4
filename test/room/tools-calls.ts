/** One call of every tool, and of every shape of answer it has, on the sample workspace. */
export const calls: readonly { name: string; tool: string; args: { [name: string]: unknown } }[] = [
  call('file_locator-fast', 'file_locator', { search_criteria: 'low bell' }),
  call('file_locator-deep', 'file_locator', { search_criteria: 'the bar', scan_mode: 'DEEP_SCAN', max_results: 4 }),
  call('file_locator-glob', 'file_locator', { search_criteria: 'CHAR-*.md', include_globs: true }),
  call('file_locator-nothing', 'file_locator', { search_criteria: 'SCN-01-the-keper.md' }),
  call('file_reader', 'file_reader', {
    file_path: 'Story/Scenes/SCN-04-the-causeway.md',
    start_line: 15,
    end_line: 17,
  }),
  call('file_reader-beyond', 'file_reader', { file_path: 'SCN-04-THE-CAUSEWAY.md', start_line: 900 }),
  call('outline_analyzer', 'outline_analyzer', {}),
  call('outline_analyzer-full', 'outline_analyzer', { mode: 'full' }),
  call('canon_checker-discovery', 'canon_checker', { scene_path: 'SCN-05-the-crack.md' }),
  call('canon_checker', 'canon_checker', {
    scene_path: 'SCN-05-the-crack.md',
    canon_paths: ['CHAR-tobin-ash.md', 'CHAR-ines-varga.md', 'TECH-low-bell.md', 'nowhere.md'],
  }),
  call('canon_checker-contradictions', 'canon_checker', {
    scene_path: 'SCN-02-the-missed-ferry.md',
    canon_paths: ['CHAR-tobin-ash.md', 'CONCEPT-fog-law.md'],
    mode: 'contradictions',
  }),
  call('task_router', 'task_router', { user_request: 'Check scene 4 against canon. Does anything contradict?' }),
  call('task_router-dry', 'task_router', { user_request: 'Tighten SCN-04-the-causeway.md', dry_run: true }),
  call('search_issues', 'search_issues', { status: 'all' }),
  call('search_issues-filtered', 'search_issues', { tags: ['CANON'], assignedTo: 'Continuity', minInterestLevel: 4 }),
  call('prose_analyzer', 'prose_analyzer', { scene_path: 'SCN-04-the-causeway.md' }),
  call('prose_analyzer-voice', 'prose_analyzer', { scene_path: 'SCN-03-the-council-room.md', focus: 'voice' }),
  call('consistency_checker', 'consistency_checker', {
    file_paths: ['SCN-02-the-missed-ferry.md', 'SCN-05-the-crack.md', 'CHAR-tobin-ash.md', '../etc/passwd'],
  }),
  call('consistency_checker-events', 'consistency_checker', {
    file_paths: ['SCN-03-the-council-room.md', 'EVENT-long-fog.md'],
    focus: 'events',
  }),
  call('scene_draft_validator', 'scene_draft_validator', { scene_path: 'SCN-04-the-causeway.md' }),
  call('scene_draft_validator-plain', 'scene_draft_validator', {
    scene_path: 'SCN-03-the-council-room.md',
    include_canon: false,
  }),
  call('canon_checker-dry', 'canon_checker', {
    scene_path: 'SCN-05-the-crack.md',
    canon_paths: ['x.md'],
    dry_run: true,
  }),
  call('file_reader-missing', 'file_reader', { file_path: 'Story/Scenes/SCN-05-the-krack.md' }),
]

function call(name: string, tool: string, args: { [name: string]: unknown }) {
  return { name, tool, args }
}
