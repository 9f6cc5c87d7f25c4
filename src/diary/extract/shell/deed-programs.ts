import type { DeedKind } from '../../schema.ts'

/** A command by which something is published, deployed or migrated, and what it prints when that happened. */
interface DeedCommand {
  kind: Extract<DeedKind, 'publish' | 'deploy' | 'migration'>
  program: string
  /** The words that follow the program. */
  words: readonly string[]
  /** What shows that it happened; null where the exit status alone does. */
  shown: RegExp | null
}

const rows: ReadonlyArray<[DeedCommand['kind'], string, RegExp | null]> = [
  ['publish', 'npm publish', /^\+ \S+@\d/m],
  ['publish', 'pnpm publish', /^\+ \S+@\d/m],
  ['publish', 'yarn npm publish', /Package archive published/],
  ['publish', 'cargo publish', /^ *(?:Published|Uploaded) \S+ v\d/m],
  ['publish', 'twine upload', /^View at:/m],
  ['publish', 'poetry publish', null],
  ['publish', 'uv publish', null],
  ['publish', 'gem push', /\bSuccessfully registered gem\b/],
  ['publish', 'mix hex.publish', /\bPackage published\b/],
  ['publish', 'docker push', /\bdigest: sha256:/],
  ['publish', 'podman push', null],
  ['publish', 'dotnet nuget', /\bYour package was pushed\b/],
  ['publish', 'goreleaser release', /\brelease succeeded\b/],
  ['publish', 'dart pub', /\bSuccessfully uploaded\b/],
  ['deploy', 'kubectl apply', /\b(?:configured|created|serverside-applied)$/m],
  ['deploy', 'helm upgrade', /^STATUS: deployed$|\bhas been upgraded\. Happy Helming!/m],
  ['deploy', 'helm install', /^STATUS: deployed$/m],
  ['deploy', 'terraform apply', /\bApply complete!/],
  ['deploy', 'tofu apply', /\bApply complete!/],
  ['deploy', 'pulumi up', /^Duration: /m],
  ['deploy', 'fly deploy', null],
  ['deploy', 'flyctl deploy', null],
  ['deploy', 'vercel --prod', /https:\/\/\S+/],
  ['deploy', 'vercel deploy', /https:\/\/\S+/],
  ['deploy', 'netlify deploy', /\b(?:Deploy is live|Website (?:draft )?URL)\b/i],
  ['deploy', 'wrangler deploy', /\b(?:Published|Deployed|Uploaded) \S+/],
  ['deploy', 'wrangler publish', /\b(?:Published|Deployed|Uploaded) \S+/],
  ['deploy', 'firebase deploy', /\bDeploy complete!/],
  ['deploy', 'cdk deploy', /✅/],
  ['deploy', 'serverless deploy', /\bService deployed\b/],
  ['deploy', 'sls deploy', /\bService deployed\b/],
  ['deploy', 'gcloud run', /\bhas been deployed\b/],
  ['deploy', 'gcloud app', /\bDeployed service\b/],
  ['deploy', 'kamal deploy', /\bFinished all in\b/],
  ['deploy', 'ansible-playbook', /\bfailed=0\b/],
  ['migration', 'alembic upgrade', /\bRunning upgrade\b/],
  ['migration', 'rails db:migrate', /: migrated\b/],
  ['migration', 'rake db:migrate', /: migrated\b/],
  ['migration', 'manage.py migrate', /\bApplying \S+ OK\b/],
  ['migration', 'mix ecto.migrate', /\bMigrated \d+ in\b/],
  ['migration', 'prisma migrate', /\b(?:successfully applied|now in sync with your schema)\b/],
  ['migration', 'knex migrate:latest', /\bBatch \d+ run\b/],
  ['migration', 'sequelize db:migrate', /: migrated\b/],
  ['migration', 'flyway migrate', /\bSuccessfully applied \d+ migration/],
  ['migration', 'liquibase update', /\bcommand 'update' was executed successfully\b/],
  ['migration', 'goose up', /\bOK +\S/],
  ['migration', 'dbmate up', /^Applied: /m],
  ['migration', 'diesel migration', /\bRunning migration\b/],
  ['migration', 'sqlx migrate', /^Applied \d/m],
  ['migration', 'typeorm migration:run', /\bhas been +executed successfully\b/],
  ['migration', 'artisan migrate', /\bDONE\b|\bMigrated:/],
  ['migration', 'drizzle-kit migrate', /\bmigrations applied successfully\b/],
  ['migration', 'supabase db', /\bFinished supabase db push\b/],
]

export const deedCommands: readonly DeedCommand[] = rows.map(([kind, phrase, shown]) => {
  const [program = '', ...words] = phrase.split(' ')
  return { kind, program, words, shown }
})

/** Every program whose deeds are reported. */
export const deedPrograms: readonly string[] = [
  ...new Set(['git', 'gh', 'glab', ...deedCommands.map(({ program }) => program)]),
]
