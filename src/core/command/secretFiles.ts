/** Files and folders in which secrets are kept, by the docs of what keeps them there. */
const secretFile =
  /(?:^|\/)\.(?:ssh|aws|kube|gnupg)\/\*|(?:^|\/)\.ssh\/.*\/|(?:^|\/)\.(?:ssh|aws|kube)\/?$|(?:^|\/)\.env\*?$|^\/proc\/[^/]+\/environ$|(?:^|\/)\.(?:claude\/\.credentials|codex\/auth|gemini\/oauth_creds|claude)\.json$|^(?:~|\/(?:home|Users)\/[^/]+|\/root)\/\.(?:npmrc|config\/gh(?:\/hosts\.yml)?\/?|config\/gcloud\/.*|azure\/.*|(?:bash|zsh|psql|mysql)_history)$|\.tfstate(?:\.backup)?$|(?:^|\/)\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?$|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$|(?:^|\/)\.(?:netrc|pgpass|pypirc|git-credentials|htpasswd|vault-token)$|\.(?:pem|p12|pfx|keystore|jks|kdbx)$|(?:^|\/)\.(?:aws\/credentials|kube\/config|docker\/config\.json|gnupg)(?:\/|$)|^\/etc\/(?:g?shadow|sudoers)$|(?:^|\/)(?:credentials|secrets)\.(?:json|ya?ml|toml)$|(?:^|\/)secrets?\/[^/]+\.(?:ya?ml|json|env|txt)$|\/(?:Cookies|Login Data|logins\.json|key4\.db)$/;

/** Names that a pattern for hidden files may find. */
const hiddenSecrets = ['.env', '.env.local', '.ssh', '.aws', '.netrc', '.pgpass', '.gnupg', '.kube'];

/** Whether a pattern for a hidden name, as `.en?`, finds one that holds secrets. */
function findsSecret(path: string): boolean {
  return path.split('/').some((name) => {
    if (!/^\.[^/]*[*?[{]/.test(name) || name.length > 32) return false;
    const pattern = name
      .replace(/[.+^$()|\\]/g, '\\$&')
      .replace(/\{([^{}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
      .replace(/\*+/g, '.*')
      .replace(/\?(?!:)/g, '.');
    return hiddenSecrets.some((secret) => fits(pattern, secret));
  });
}

function fits(pattern: string, name: string): boolean {
  try {
    return new RegExp(`^${pattern}$`).test(name);
  } catch {
    return false;
  }
}

/** Whether a path, or what a pattern of one finds, is a file or folder in which secrets are kept. */
export function holdsSecret(path: string): boolean {
  return secretFile.test(path) || findsSecret(path);
}
