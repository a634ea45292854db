create view api.framework_command_templates with (security_invoker = true) as
select framework_code, template_code, argv, quantization_argv, runtime_env, health_path, default_port, source
from core.framework_command_templates;
comment on view api.framework_command_templates is 'How frameworks are launched: argv with {placeholders}, what each precision adds, runtime environment, health path and port.';
