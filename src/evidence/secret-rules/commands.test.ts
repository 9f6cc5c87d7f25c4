import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../secrets.ts'

/** Assembled, so that no scanner takes this file for one with secrets. */
const value = ['Kq7', 'vB2', 'xTz9'].join('')

describe('Passwords on command lines', () => {
  it.each([
    `mysql -h db -u root -p${value} shop`,
    `/usr/bin/mysqldump -p'${value}' shop`,
    `7z a -p${value} out.7z src`,
    `smbclient //srv/share -U bob%${value}`,
    `rpcclient -Ubob%${value} srv`,
    `net use z: \\\\srv\\share /user:bob ${value}`,
    `aws ssm put-parameter --type SecureString --name /db/pw --value "${value}"`,
    `ssh-keygen -t ed25519 -N ${value} -f key`,
    `keytool -list -storepass ${value}`,
    `sshpass -p${value} ssh bob@host`,
    `docker --config x login -u bob -p ${value} registry.internal`,
    `redis-cli -h cache -a ${value} ping`,
    `unzip -o -P ${value} a.zip`,
    `$(curl -s -H "Accept: a b" --user=bob:${value} https://api.internal)`,
    `curl -ubob:${value} https://api.internal`,
    `openssl rsa -in k.pem -passin pass:${value}`,
    `htpasswd -bc .htpasswd bob ${value}`,
    `machine api.internal login bob password ${value}`,
    `machine api.internal login bob\n  password ${value}`,
    `vault login ${value}`,
    `psql -c "ALTER ROLE app WITH LOGIN PASSWORD '${value}'"`,
    `CREATE USER 'app'@'%' IDENTIFIED WITH plugin BY '${value}';`,
    `echo -n '${value}' | docker login --password-stdin`,
    `echo "db.internal:5432:app:app_rw:${value}" >> .pgpass`,
    `tool push --registry-api-key ${value}`,
    `tool -- "--password ${value}"`,
    `tool --token ${value.repeat(40)}`,
  ])('a password on a command line is removed: %s', command => {
    expect(withoutSecrets(command)).not.toContain(value)
  })

  it.each([
    'mysql -h db -u root -p shop',
    'curl -u "$USER:$PASSWORD" https://api.internal',
    'docker run -p 8080:80 login',
    'tool login; server -p 80801',
    'Use --password or --token when the server asks.',
    'ls; mkdir -p src/evidence/rules',
    'echo finished | tee log',
  ])('a command line without a password stays as it is: %s', command => {
    expect(withoutSecrets(command)).toBe(command)
  })
})
