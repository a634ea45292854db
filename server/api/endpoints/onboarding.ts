import { bootstrapAnswerSchema, bootstrapRequestSchema } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { createWorkerRegistrationToken } from '#contract/rpc/resources.ts';
import { publicAddressFault } from '#lib/public-address.ts';
import type { Database } from '#server/database/port.ts';
import { requireAccount, type Authenticate } from '../auth/authenticate.ts';
import { toApiError } from '../data/errors.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { apiBase } from '../openapi/openapi-route.ts';
import { sha256Of, type PackageSets } from './package-sets.ts';
import { readScript } from './worker-scripts.ts';

/** Seconds within which a machine must register. */
const TOKEN_LIFE_S = 86_400;

export interface OnboardingDeps {
  readonly db: Database;
  readonly authenticate: Authenticate;
  readonly packages: PackageSets;
  readonly scriptsFolder: string;
  readonly publicUrl: string | null;
}

/** `POST /api/onboarding/bootstrap`: a registration token and the lines that turn a machine into a worker. */
export const onboardingRoute: ZodRoutes<OnboardingDeps> = (app, deps) => {
  app.post(
    '/onboarding/bootstrap',
    {
      schema: { body: bootstrapRequestSchema, response: { 201: bootstrapAnswerSchema } },
      config: {
        doc: {
          summary: 'Makes a registration token and the command that turns a machine into a worker',
          description:
            'Needs the role engineer or higher. Refused while the address of this server is one that a machine elsewhere cannot reach.',
        },
      },
    },
    async (request, reply) => {
      const { claims } = await requireAccount(deps.authenticate, request);
      const { org_id: orgId, hostname, package_tag: wantedTag } = request.body;
      const apiUrl = apiBase(deps.publicUrl, request);
      refusePrivate(apiUrl);
      const script = await readScript(deps.scriptsFolder, 'worker-startup.sh');
      const packageTag = await findTag(deps.packages, wantedTag);
      const token = await createToken(deps.db, claims, orgId, `bootstrap ${hostname}`.slice(0, 120));
      const packageUrl = new URL(apiUrl).origin;
      const scriptSha256 = sha256Of(script);
      return reply.code(201).send({
        hostname,
        registration_token_id: token.registration_token_id,
        registration_token: token.token,
        expires_at: token.expires_at,
        api_url: apiUrl,
        package_url: packageUrl,
        package_tag: packageTag,
        script_url: `${apiUrl}/scripts/worker-startup.sh`,
        script_sha256: scriptSha256,
        command: startCommand({ token: token.token, packageUrl, packageTag, hostname, scriptSha256 }),
      });
    },
  );
  return Promise.resolve();
};

function refusePrivate(apiUrl: string): void {
  const fault = publicAddressFault(apiUrl);
  if (fault === null) return;
  throw new ApiError(
    'validation_failed',
    `A worker elsewhere cannot reach this server: ${apiUrl} ${fault}.`,
    {
      details: { address: apiUrl, fault },
      hint: 'Set PUBLIC_URL to the public https address of this server. A worker on this machine is connected on the Servers page.',
    },
  );
}

async function findTag(packages: PackageSets, wanted: string | undefined): Promise<string> {
  const tags = [...new Set((await packages.list()).map(({ tag }) => tag))];
  const tag = wanted === undefined ? tags[0] : tags.find((each) => each === wanted);
  if (tag !== undefined) return tag;
  throw new ApiError('not_found', 'There is no complete package set to start a worker from.', {
    details: { package_tag: wanted ?? null, tags },
    hint: 'GET /api/packages/ lists the sets there are; npm run build makes the set of this version.',
  });
}

/** The database decides whether the caller may. */
async function createToken(
  db: Database,
  claims: Readonly<Record<string, unknown>>,
  orgId: string,
  name: string,
) {
  try {
    const { rows } = await db.one<{ made: unknown }>(
      { role: 'web_user', claims },
      'select api.create_worker_registration_token($1::uuid, $2::text, $3::integer) as made',
      [orgId, name, TOKEN_LIFE_S],
    );
    return createWorkerRegistrationToken.returns.parse(rows[0]?.made);
  } catch (error) {
    throw toApiError(error);
  }
}

/** Every value was checked before or is made here: none can end a quoted word. */
function startCommand(parts: {
  token: string;
  packageUrl: string;
  packageTag: string;
  hostname: string;
  scriptSha256: string;
}): string {
  const { token, packageUrl, packageTag, hostname, scriptSha256 } = parts;
  return [
    // With a space in front most shells keep a line out of their history.
    ` export YARDSTICK_WORKER_TOKEN='${token}' PACKAGE_URL='${packageUrl}' PACKAGE_TAG='${packageTag}' YARDSTICK_HOSTNAME='${hostname}'`,
    `printf 'header = "Authorization: Bearer %s"\\n' "$YARDSTICK_WORKER_TOKEN" | curl -fsS --config - -o worker-startup.sh "$PACKAGE_URL/api/scripts/worker-startup.sh" \\`,
    `  && echo '${scriptSha256}  worker-startup.sh' | sha256sum -c - \\`,
    `  && sh worker-startup.sh`,
  ].join('\n');
}
