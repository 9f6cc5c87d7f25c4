import type { Migration } from './migration.ts'

/** Reports of the diary that were published to a team, every version of them. */
export const publishedReports: Migration = {
  version: 3,
  up(engine) {
    const sqlite = engine === 'sqlite'
    const time = sqlite ? 'text' : 'timestamptz(3)'
    const int = sqlite ? 'integer' : 'bigint'
    return [
      `create table published_reports (
        author text not null references principals (id), date text not null, version ${int} not null,
        project_id text not null references projects (id), published ${time} not null, sha256 text not null,
        title text not null, projects text not null, with_messages ${int} not null, report text not null,
        markdown text not null, html text not null, primary key (author, date, version))`,
      `create index published_reports_by_date on published_reports (date, published)`,
    ]
  },
}
