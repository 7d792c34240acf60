// Node-RED as it comes, without the editor, which a flow in production doesn't need.
module.exports = {
  flowFile: 'flows.json',
  credentialSecret: false,
  httpAdminRoot: false,
  httpNodeRoot: false,
  disableEditor: true,
  telemetry: { enabled: false },
  diagnostics: { enabled: false },
  functionExternalModules: false,
  contextStorage: { default: { module: 'memory' } },
  logging: { console: { level: 'info', metrics: false, audit: false } },
};
