import { lines, optionLines, type CallRule } from './callRule';

const dockers = 'docker podman nerdctl';

/** Wiping words of SQL and of Redis. */
export const wipes =
  /\b(?:drop\s+(?:database|table|schema|user|role|index|view|collection|column)|truncate\s|delete\s+from|flushall|flushdb|dropDatabase|\.drop\(|deleteMany|\.remove\()/i;

/** Programs that agents, editors and shells themselves run in. */
const manyProcesses =
  /^(?:node|nodejs|bun|deno|python[\d.]*|java|ruby|code|cursor|electron|claude|codex|gemini|kimi|bash|zsh|sh|tmux|sshd?)(?:\.exe)?$/i;

/** Privilege, disks, processes, containers, databases, infrastructure. */
export const systemRules: readonly CallRule[] = [
  { rule: 'privilege.root', programs: 'su', some: '-c --command -l -m -p' },
  ...lines('privilege.root', { 'sudo doas su pkexec gosu runuser please run0 sudoedit': '' }),
  { rule: 'disk.write', programs: 'dd', operand: /^of=\/dev\/(?!null$|std|fd\/|tty)/ },
  { rule: 'write.file', programs: 'dd', operand: /^of=(?!\/dev\/(?:null|stdout)$)/, mark: 'options' },
  ...lines('disk.format', {
    'mkfs* mkswap wipefs fdisk sfdisk cfdisk gdisk sgdisk parted blkdiscard hdparm badblocks cryptsetup pvcreate lvremove vgremove mdadm newfs*':
      '',
    diskutil: 'erase*|partition*|zero*|random*|reformat|apfs delete*',
  }),
  { rule: 'process.all', programs: 'kill', operand: /^-1$/ },
  { rule: 'process.many', programs: 'pkill killall', operand: manyProcesses, none: '-l' },
  { rule: 'process.many', programs: 'taskkill', operand: manyProcesses },
  {
    rule: 'process.kill',
    programs: 'kill pkill killall',
    some: '-f -9 -15 -KILL -TERM -HUP -INT -s -u',
    none: '-0 -l',
  },
  { rule: 'process.all', programs: 'killall5' },
  { rule: 'process.kill', programs: 'kill', none: '-0 -l -L' },
  ...lines('process.kill', {
    'pkill killall xkill skill taskkill': '',
    fuser: '',
    pm2: 'kill|stop|delete|restart',
    tmux: 'kill-server|kill-session|kill-window|kill-pane|killp|killw',
  }),
  ...lines('code.inline', {
    tmux: 'send-keys|send|new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|run-shell|run|if-shell|if|pipe-pane|pipep|display-popup|popup|set-hook|bind-key|bind',
    screen: '',
  }),
  ...lines('system.stop', {
    'shutdown reboot halt poweroff': '',
    systemctl: 'reboot|poweroff|halt|suspend|hibernate|kexec|rescue|emergency',
    'init telinit': '0|6',
  }),
  ...lines('system.serviceStays', {
    systemctl: 'enable|disable|mask|unmask|edit|set-default|link|preset',
    launchctl:
      'load|unload|bootstrap|bootout|enable|disable|submit|remove|setenv|unsetenv|config|reboot|attach|limit|asuser|bsexec',
    'update-rc.d chkconfig': '',
  }),
  ...lines('system.service', {
    launchctl: 'start|stop|kickstart|kill',
    systemctl: 'start|stop|restart|reload|kill|try-restart|daemon-reload|reload-or-restart',
    'service rc-service': '',
    brew: 'services',
  }),
  { rule: 'system.schedule', programs: 'crontab', some: '-r -e' },
  { rule: 'system.schedule', programs: 'crontab', none: '-l' },
  ...lines('system.schedule', { 'at batch systemd-run': '' }),
  {
    rule: 'system.firewall',
    programs: 'iptables ip6tables',
    some: '-F -A -D -I -P -X -Z -R -N --flush --append --delete --insert --policy',
  },
  ...lines('system.firewall', {
    ufw: 'disable|enable|allow|deny|reset|delete',
    nft: 'flush|add|delete|insert',
    'firewall-cmd pfctl setenforce': '',
  }),
  ...lines('system.users', {
    'useradd usermod userdel adduser deluser groupadd groupmod groupdel passwd chpasswd chsh visudo vipw gpasswd dscl':
      '',
  }),
  ...lines('system.mount', { 'umount losetup swapon swapoff': '' }),
  { rule: 'system.mount', programs: 'mount', operand: /./ },
  { rule: 'system.kernel', programs: 'sysctl', some: '-w -p --write --load --system' },
  { rule: 'system.kernel', programs: 'sysctl', operand: /=/ },
  ...lines('system.kernel', {
    'insmod modprobe rmmod kexec': '',
    'csrutil spctl': 'disable|enable',
    nvram: '',
    'grub-install update-grub efibootmgr': '',
  }),
  ...lines('system.settings', {
    defaults: 'write|delete|import',
    'gsettings dconf': 'set|reset|write',
    'hostnamectl timedatectl localectl': 'set-*',
    ip: '* add|* del|* delete|* flush|* set|* replace|* change|* append|netns exec|vrf exec',
    'route ifconfig': 'add|del|up|down',
  }),
  // Containers.
  {
    rule: 'container.privileged',
    programs: dockers,
    sub: 'run|exec|create|container run|compose run',
    some: '--privileged --cap-add --pid --ipc --device --userns --security-opt',
  },
  {
    rule: 'infra.destroy',
    programs: `${dockers} docker-compose`,
    sub: 'compose down|down',
    some: '-v --volumes --rmi',
  },
  ...lines('infra.destroy', { [dockers]: 'system prune|volume rm|volume prune|system reset', fly: 'volumes destroy' }),
  ...lines('container.removes', {
    [dockers]:
      'rm|rmi|container rm|container prune|image rm|image prune|network rm|network prune|builder prune|compose down|compose rm|stop|kill|compose stop|compose kill|container stop',
  }),
  ...lines('container.removes', { 'docker-compose': 'down|rm|stop|kill' }),
  ...lines('remote.change', { [dockers]: 'login|logout' }),
  ...lines('container.run', {
    [dockers]:
      'run|exec|build|create|start|restart|pull|compose up|compose run|compose exec|compose build|compose start|compose restart|compose pull|cp|load|import|buildx build|tag|network create|volume create|commit|attach|container run|container exec|image build|compose create',
    'docker-compose': 'up|run|exec|build|start|restart|pull',
    'unshare nsenter chroot': '',
  }),
  // Databases.
  {
    rule: 'database.destroy',
    programs: 'psql mysql mariadb sqlite3 sqlcmd mongosh mongo redis-cli clickhouse-client duckdb bq cqlsh',
    operand: wipes,
  },
  ...optionLines('database.destroy', {
    'drizzle-kit: push': '--force',
  }),
  {
    rule: 'database.destroy',
    programs: 'rails rake',
    operand: /^db:(?:drop|reset|purge|truncate|migrate:reset|schema:load)/,
  },
  ...lines('database.destroy', {
    'dropdb dropuser': '',
    prisma: 'migrate reset|db push',
    supabase: 'db reset',
    mysqladmin: 'drop|* drop',
    'sequelize sequelize-cli': 'db:drop|db:migrate:undo:all',
    'wp drush': 'db reset|db drop|sql-drop|site-install|si',
    knex: 'migrate:rollback',
    artisan: 'migrate:fresh|migrate:reset|migrate:refresh|db:wipe',
    'console doctrine':
      'doctrine:schema:drop|doctrine:database:drop|doctrine:fixtures:load|d:s:d|d:d:d|d:f:l|orm:schema-tool:drop',
    'manage.py django-admin': 'flush|reset_db|migrate * zero',
    typeorm: 'schema:drop',
    'mikro-orm': 'schema:drop|migration:fresh|schema:fresh|database:drop',
    mix: 'ecto.drop|ecto.reset',
    flyway: 'clean',
    liquibase: 'drop-all|dropAll',
    alembic: 'downgrade base',
    hasura: 'metadata clear|migrate delete',
  }),
  ...lines('code.inline', {
    rails: 'runner|r|console|c',
    'manage.py': 'shell|shell_plus|dbshell',
    artisan: 'tinker',
    console: 'dbal:run-sql',
  }),
  ...lines('database.client', {
    'psql mysql mariadb sqlite3 sqlcmd mongosh mongo redis-cli clickhouse-client duckdb cqlsh createdb pg_dump pg_restore mysqldump mongodump mongorestore mysqladmin prisma sequelize sequelize-cli knex typeorm alembic drizzle-kit flyway liquibase supabase mikro-orm dbmate sqitch':
      '',
  }),
  // Infrastructure.
  ...optionLines('infra.applies', {
    'terraform tofu terragrunt pulumi: apply|up': '-auto-approve --auto-approve --yes -y',
  }),
  ...optionLines('delete.mirror', {
    'aws: s3 sync': '--delete',
    'gcloud: storage rsync': '--delete-unmatched-destination-objects',
    'gsutil: rsync': '-d',
  }),
  { rule: 'delete.mirror', programs: 'robocopy', operand: /^\/{1,2}(?:mir|purge|move)$/i },
  {
    rule: 'infra.destroy',
    programs: 'gpg gpg2',
    some: '--delete-keys --delete-secret-keys --delete-secret-and-public-key',
  },
  ...lines('infra.destroy', {
    security: 'delete-*',
    'terraform tofu terragrunt': 'destroy|state rm|workspace delete',
    pulumi: 'destroy|stack rm',
    'kubectl oc k': 'delete|drain|replace',
    'helm helmfile': 'uninstall|delete|destroy',
    'cdk sst vagrant serverless sls copilot': 'destroy|remove|app delete',
    aws: 's3 rm|s3 rb|s3api delete-*|* terminate-*|* delete-*|* remove-*|* deregister-*|* schedule-key-deletion|* stop-logging|organizations close-account',
    gcloud: 'delete|* delete|* * delete|* * * delete|storage rm|storage buckets delete',
    gsutil: 'rm|rb',
    az: 'delete|* delete|* * delete|* * * delete|* purge|* * purge|* delete-batch|* * delete-batch',
    'heroku flyctl fly': 'apps:destroy|destroy|apps destroy|pg:reset|volumes destroy|machine destroy',
    doctl: '* delete|* * delete',
    'vercel netlify firebase wrangler railway': 'remove|rm|delete|* delete|sites:delete|firestore:delete|down',
    'virsh multipass minikube kind k3d': 'destroy|undefine|delete|* delete|purge',
    'zfs zpool': 'destroy|labelclear|rollback',
    eksctl: 'delete',
    etcdctl: 'del',
  }),
  ...lines('infra.change', {
    'terraform tofu terragrunt': 'apply|import|taint|untaint|state mv|state push|force-unlock|init|workspace new',
    pulumi: 'up|import|refresh|config set',
    'kubectl oc k':
      'apply|create|scale|exec|patch|rollout|edit|set|cp|label|annotate|run|expose|port-forward|cordon|uncordon|taint|autoscale|debug|config use*|config set*|config delete*|config unset|config rename*',
    'helm helmfile': 'install|upgrade|rollback|sync|apply|repo *',
  }),
];

/** What is left of programs that work elsewhere when neither a rule nor the table of harmless uses knows a call of theirs. */
export const elsewhereRules: readonly CallRule[] = lines('infra.change', {
  'cdk sst serverless sls flyctl fly wrangler copilot eb now heroku vercel netlify firebase railway render eksctl doctl gcloud gsutil az aws vagrant ansible-galaxy packer kustomize skaffold nomad consul virsh minikube kind':
    '*|',
});
