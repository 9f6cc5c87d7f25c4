export function rootRecord(project: string, title: string) {
  return { project_id: project, title, type: 'note', summary: 'For the feed.', body: 'Written by a test.' }
}
