import { copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { heartbeatSeconds } from '@nestmark/contract/liveUpdates'
import { dataDirError, makeDataDir, secureDataDir } from './dataDirAccess.ts'
import { address, ConfigError, type Environment, integer, isOn, origin } from './configValues.ts'
import type { BrowserConfig } from '../browser/browserConfig.ts'
import type { FilesConfig } from '../blobStorage/storeConfig.ts'
import { readFilesConfig } from './filesConfig.ts'
import { type PaymentsConfig, readDefaultPlan, readPaymentsConfig } from './paymentsConfig.ts'
import { readSiteConfig, type SiteConfig } from './siteConfig.ts'
import { parsePostgresAddress, PostgresAddressError } from '../db/postgres/address.ts'

/** Help addresses for the users of this server; null when not configured. */
interface HelpLinks {
  email: string | null
  chat: string | null
  features: string | null
  articles: string | null
  terms: string | null
  privacy: string | null
}

/** An OpenID Connect provider for sign-in. */
interface OidcConfig {
  /** Base address of the discovery document. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Label of the sign-in button. */
  name: string
}

/** Time limits for sending a call, in milliseconds. */
export interface IncomingTimes {
  /** For all headers. */
  headers: number
  /** Between two chunks of a body. A slow upload that makes progress is allowed. */
  idle: number
  /** For headers and body together. */
  total: number
}

/** The cost of a password hash: the parameters of scrypt. */
export interface PasswordCost {
  /** The base-2 logarithm of N. */
  n: number
  r: number
  p: number
}

/** 64 MB and about a quarter of a second on the reference machine, see docs/adr/003-session.md. */
export const passwordCost: PasswordCost = { n: 16, r: 8, p: 2 }

/** Timeout of a webhook call, in milliseconds. */
export const webhookMs = 10_000

/** The lowest speed of an upload: this many bytes must arrive in each period. */
export interface UploadPace {
  bytes: number
  periodMs: number
}

/** How long a client of an export may read nothing, in milliseconds. */
const exportStalledMs = 60_000

/** 8 kB per second. */
const uploadPace: UploadPace = { bytes: 480_000, periodMs: 60_000 }

const incomingTimes: IncomingTimes = { headers: 30_000, idle: 30_000, total: 3_600_000 }

export interface Config extends SiteConfig {
  host: string
  port: number
  dataDir: string
  /** Address of PostgreSQL; null for the embedded SQLite in `dataDir`. */
  databaseUrl: string | null
  /** Public origin of this server, without a trailing slash. */
  publicUrl: string
  /** True when `PUBLIC_URL` is set: then a proxy on this machine may forward the caller's address. */
  behindProxy: boolean
  /** Origin and path of the sign-in site; '/accounts' is the included one. */
  accountsUrl: string
  secret: string
  smtpUrl: string | null
  oidc: OidcConfig | null
  fetchAllowPrivate: string[]
  fetchDns: string | null
  /** The plan of new accounts. */
  defaultPlan: number
  /** The account at the payment provider; null when the server sells nothing. */
  payments: PaymentsConfig | null
  /** True when the limits of the free plan on links, collections and search apply. */
  planLimits: boolean
  /** Time limits for sending a call. */
  incoming: IncomingTimes
  /** Where the bytes of files are stored. */
  files: FilesConfig
  /** The lowest speed of an upload. */
  uploadPace: UploadPace
  /** After how many milliseconds a client of an export that reads nothing counts as disconnected. */
  exportStalledMs: number
  /** Seconds after a stop signal until the process exits, however much work is left. */
  stopSeconds: number
  /** How many files this server reads at a time; 0 leaves them to other servers. */
  mediaWorkers: number
  /** The browser that makes PDF files. */
  browser: BrowserConfig
  /** Which copies of pages may be stored: full pages and articles, articles only, or none. */
  copies: 'full' | 'reader' | 'off'
  /** Interval of heartbeats on event streams, in milliseconds. */
  eventBeatMs: number
  /** Timeout of a webhook call, in milliseconds. */
  webhookMs: number
  /** The cost of a new password hash. */
  passwordCost: PasswordCost
  help: HelpLinks
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/**
 * Returns the origin of a server without `PUBLIC_URL`. On this machine it is `localhost`: passkeys work at names only, and
 * each origin has a separate session.
 * @param host the address to listen on
 */
export function localOrigin(host: string, port: number): string {
  const isLocal = host === '127.0.0.1' || host === '::1'
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Reads the configuration and creates what is missing: the data directory and the secret stored in it.
 * Removes the access of other users to an existing directory.
 * @param env the environment, `process.env` outside tests
 * @throws ConfigError naming the variable; DataDirError when the directory cannot be used
 */
export function readConfig(env: Environment): Config {
  const port = integer(env, 'PORT', 3000, 0, 65_535)
  const host = env.HOST || '127.0.0.1'
  const dataDir = resolve(env.DATA_DIR || './data')
  const publicUrl = origin(env, 'PUBLIC_URL')
  const payments = readPaymentsConfig(env)
  secureDataDir(dataDir)
  return {
    host,
    port,
    dataDir,
    databaseUrl: databaseUrl(env),
    publicUrl: publicUrl ?? localOrigin(host, port),
    behindProxy: publicUrl !== null,
    accountsUrl: env.ACCOUNTS_URL
      ? address(env, 'ACCOUNTS_URL', ['http:', 'https:']).replace(/\/$/, '')
      : '/accounts',
    secret: secret(env, dataDir),
    smtpUrl: env.SMTP_URL ? address(env, 'SMTP_URL', ['smtp:', 'smtps:']) : null,
    oidc: oidc(env),
    fetchAllowPrivate: hostPorts(env),
    fetchDns: env.FETCH_DNS || null,
    payments,
    // A server that sells plans holds the free one to its limits.
    planLimits: isOn(env, 'PLAN_LIMITS', payments !== null),
    incoming: incomingTimes,
    files: readFilesConfig(env, dataDir),
    uploadPace,
    exportStalledMs,
    stopSeconds: integer(env, 'STOP_TIMEOUT', 10, 5, 3600),
    mediaWorkers: integer(env, 'MEDIA_WORKERS', 2, 0, 64),
    browser: browser(env),
    copies: copies(env),
    passwordCost,
    eventBeatMs: heartbeatSeconds * 1000,
    webhookMs,
    defaultPlan: readDefaultPlan(env, payments !== null),
    ...readSiteConfig(env),
    help: {
      email: mailbox(env, 'SUPPORT_EMAIL'),
      chat: webAddress(env, 'SUPPORT_CHAT_URL'),
      features: webAddress(env, 'FEATURE_REQUEST_URL'),
      articles: webAddress(env, 'HELP_URL'),
      terms: webAddress(env, 'TERMS_URL'),
      privacy: webAddress(env, 'PRIVACY_URL'),
    },
    logLevel: logLevel(env),
  }
}

function oidc(env: Environment): OidcConfig | null {
  if (!env.OIDC_ISSUER) return null
  const issuer = address(env, 'OIDC_ISSUER', ['http:', 'https:']).replace(/\/$/, '')
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret)
    throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too.')
  return { issuer, clientId, clientSecret, name: env.OIDC_NAME || new URL(issuer).hostname }
}

function webAddress(env: Environment, name: string): string | null {
  return env[name] ? address(env, name, ['http:', 'https:']) : null
}

function mailbox(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (!/^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(text)) throw new ConfigError(`${name} is not an email address.`)
  return text
}

function databaseUrl(env: Environment): string | null {
  if (!env.DATABASE_URL) return null
  try {
    parsePostgresAddress(env.DATABASE_URL)
    return env.DATABASE_URL
  } catch (error) {
    throw error instanceof PostgresAddressError ? new ConfigError(error.message) : error
  }
}

function copies(env: Environment): Config['copies'] {
  const text = env.COPIES || 'full'
  if (text !== 'full' && text !== 'reader' && text !== 'off')
    throw new ConfigError(`COPIES is "${text}". It must be full, reader or off.`)
  return text
}

function browser(env: Environment): BrowserConfig {
  const text = env.BROWSER || 'auto'
  const isPath = text !== 'auto' && text !== 'off'
  if (isPath && !existsSync(text))
    throw new ConfigError(`BROWSER is "${text}". It must be auto, off, or the path of a browser.`)
  return {
    browser: text,
    folder: env.BROWSER_DIR ? resolve(env.BROWSER_DIR) : null,
    sandbox: isOn(env, 'BROWSER_SANDBOX', true),
  }
}

function logLevel(env: Environment): Config['logLevel'] {
  const text = env.LOG_LEVEL || 'warn'
  const level = logLevels.find(known => known === text)
  if (!level) throw new ConfigError(`LOG_LEVEL is "${text}". It must be one of ${logLevels.join(', ')}.`)
  return level
}

function hostPorts(env: Environment): string[] {
  const list = (env.FETCH_ALLOW_PRIVATE ?? '').split(/[\s,]+/).filter(Boolean)
  for (const entry of list)
    if (!/^(\[[0-9a-fA-F:.]+\]|[^\s:/[\]]+):\d{1,5}$/.test(entry))
      throw new ConfigError(`FETCH_ALLOW_PRIVATE contains "${entry}". Each entry must be an exact host:port.`)
  return list
}

/**
 * Returns the secret, which signs one-time codes and picture addresses. Without SECRET it is generated once
 * and stored in the data directory.
 */
function secret(env: Environment, dataDir: string): string {
  if (env.SECRET) {
    if (env.SECRET.length < 32) throw new ConfigError('SECRET must have at least 32 characters.')
    return env.SECRET
  }
  try {
    makeDataDir(dataDir)
    return storedSecret(join(dataDir, 'secret'))
  } catch (error) {
    throw dataDirError(dataDir, error)
  }
}

/**
 * Reads or generates the stored secret. The file is renamed once it is complete, so that an interrupted start
 * leaves none, or this one.
 */
function storedSecret(file: string): string {
  if (!existsSync(file)) {
    const fresh = `${file}.${process.pid}`
    writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(fresh, file)
    } catch {
      // Another process was faster and its secret is used; or the file system does not support hard links.
      if (!existsSync(file)) copyFileSync(fresh, file)
    }
    rmSync(fresh)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new Error(`the file ${file} does not contain a secret`)
  return secret
}
