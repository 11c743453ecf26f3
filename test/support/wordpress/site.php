<?php
// As much of a WordPress site as the plugin in examples/wordpress meets, on PHP's own server. Each
// request is a process of its own, as on a real site; options and scheduled events are in files.

namespace Vakwerk\Forms {
    // The clock of the plugin, which a test can put forward.
    function time(): int {
        return \time() + (int) \get_option('test_clock', 0);
    }
}

namespace {

define('ABSPATH', __DIR__ . '/');
error_reporting(E_ALL);
set_error_handler(function ($level, $message, $file, $line) {
    // An expression behind an @ is silent.
    if (error_reporting() & $level) {
        file_put_contents(getenv('SITE_FOLDER') . '/warnings', "$message ($file:$line)\n", FILE_APPEND);
    }
    return true;
});

// Hooks

$actions = [];
$shortcodes = [];
$blocks = [];
$settings = [];

function add_action($name, $callback, $priority = 10, $count = 1) {
    $GLOBALS['actions'][$name][$priority][] = [$callback, $count];
}
function do_action($name, ...$values) {
    $callbacks = $GLOBALS['actions'][$name] ?? [];
    ksort($callbacks);
    foreach (array_merge(...$callbacks) as [$callback, $count]) {
        $callback(...array_slice($values, 0, $count));
    }
}
function register_activation_hook($file, $callback) { add_action('activate', $callback); }
function register_deactivation_hook($file, $callback) { add_action('deactivate', $callback); }
function register_uninstall_hook($file, $callback) { add_action('uninstall', $callback); }
function add_shortcode($name, $callback) { $GLOBALS['shortcodes'][$name] = $callback; }
function register_block_type($name, $block) { $GLOBALS['blocks'][$name] = $block; }
function wp_register_script(...$values) {}
function wp_add_inline_script($name, $script) { $GLOBALS['scripts'][$name] = $script; }
function register_setting($group, $name, $setting) { $GLOBALS['settings'][$name] = $setting; }
function add_options_page($title, $menu, $capability, $slug, $callback) { add_action("page $slug", $callback); }
function add_settings_error($setting, $code, $message) { file_put_contents(getenv('SITE_FOLDER') . '/setting-errors', "$message\n", FILE_APPEND); }

// Options, one change at a time

function changed(string $file, callable $change) {
    $handle = fopen(getenv('SITE_FOLDER') . "/$file", 'c+');
    flock($handle, LOCK_EX);
    $before = unserialize(stream_get_contents($handle) ?: 'a:0:{}');
    [$after, $result] = $change($before);
    if ($after !== $before) {
        rewind($handle);
        ftruncate($handle, 0);
        fwrite($handle, serialize($after));
    }
    fclose($handle);
    return $result;
}
function get_option($name, $default = false) {
    return changed('options', fn ($all) => [$all, array_key_exists($name, $all) ? $all[$name] : $default]);
}
function add_option($name, $value = '', $deprecated = '', $autoload = 'yes') {
    if (get_option('test_full_disk') && strlen(serialize($value)) > get_option('test_full_disk')) return false;
    return changed('options', fn ($all) => isset($all[$name]) ? [$all, false] : [$all + [$name => $value], true]);
}
function update_option($name, $value, $autoload = null) {
    return changed('options', fn ($all) => [array_merge($all, [$name => $value]), true]);
}
function delete_option($name) {
    return changed('options', fn ($all) => [array_diff_key($all, [$name => 1]), isset($all[$name])]);
}
function get_transient($name) {
    $stored = get_option("_transient_$name");
    return $stored && $stored[1] > Vakwerk\Forms\time() ? $stored[0] : false;
}
function set_transient($name, $value, $seconds) { update_option("_transient_$name", [$value, Vakwerk\Forms\time() + $seconds]); }
function delete_transient($name) { delete_option("_transient_$name"); }

$wpdb = new class {
    public $options = 'wp_options';
    function esc_like($text) { return addcslashes($text, '_%\\'); }
    function prepare($statement, $like) {
        assert($statement === 'SELECT option_name FROM wp_options WHERE option_name LIKE %s ORDER BY option_id');
        return stripslashes(rtrim($like, '%'));
    }
    function get_col($start) {
        $names = changed('options', fn ($all) => [$all, array_keys($all)]);
        return array_values(array_filter($names, fn ($name) => strpos($name, $start) === 0));
    }
};

// Scheduled events

function event_key($name, $values) { return $name . ' ' . serialize($values); }
function wp_next_scheduled($name, $values = []) {
    return changed('events', fn ($all) => [$all, $all[event_key($name, $values)]['at'] ?? false]);
}
function wp_schedule_single_event($at, $name, $values = []) {
    changed('events', fn ($all) => [$all + [event_key($name, $values) => ['at' => $at, 'name' => $name, 'values' => $values]], true]);
}
function wp_schedule_event($at, $recurrence, $name, $values = []) {
    changed('events', fn ($all) => [$all + [event_key($name, $values) => ['at' => $at, 'name' => $name, 'values' => $values, 'recurrence' => $recurrence]], true]);
}
function wp_unschedule_event($at, $name, $values = []) { wp_clear_scheduled_hook($name, $values); }
function wp_clear_scheduled_hook($name, $values = []) {
    changed('events', fn ($all) => [array_diff_key($all, [event_key($name, $values) => 1]), true]);
}
function run_events() {
    $due = changed('events', function ($all) {
        $due = array_filter($all, fn ($event) => $event['at'] <= Vakwerk\Forms\time() && !isset($event['recurrence']));
        return [array_diff_key($all, $due), $due];
    });
    foreach ($due as ['name' => $name, 'values' => $values]) do_action($name, ...$values);
}

// Requests

class WP_Error {
    function __construct(private string $message) {}
    function get_error_message() { return $this->message; }
}
function is_wp_error($value) { return $value instanceof WP_Error; }
function wp_remote_post($url, $options) {
    assert($options['redirection'] === 0);
    $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $context = stream_context_create(['http' => [
        'method' => 'POST', 'header' => [...$lines, 'Connection: close'], 'content' => $options['body'],
        'timeout' => $options['timeout'], 'follow_location' => 0, 'ignore_errors' => true,
    ]]);
    $body = @file_get_contents($url, false, $context);
    return empty($http_response_header) ? new WP_Error('Connection refused') : ['headers' => $http_response_header, 'body' => $body];
}
function wp_remote_retrieve_response_code($response) { return (int) explode(' ', $response['headers'][0])[1]; }
function wp_remote_retrieve_header($response, $name) {
    foreach ($response['headers'] as $line) {
        if (stripos($line, "$name:") === 0) return trim(substr($line, strlen($name) + 1));
    }
    return '';
}

// Texts

$translations = [];

/** Reads the compiled file of the site's language, as WordPress does. */
function load_plugin_textdomain($domain, $deprecated, $folder) {
    $file = dirname(getenv('PLUGIN'), 2) . "/$folder/$domain-" . get_locale() . '.mo';
    if (!is_readable($file)) return false;
    $bytes = file_get_contents($file);
    ['magic' => $magic, 'count' => $count, 'from' => $from, 'to' => $to] = unpack('Vmagic/Vversion/Vcount/Vfrom/Vto', $bytes);
    assert($magic === 0x950412de);
    $text_at = function ($at) use ($bytes) {
        ['length' => $length, 'start' => $start] = unpack('Vlength/Vstart', $bytes, $at);
        return substr($bytes, $start, $length);
    };
    for ($number = 0; $number < $count; $number++) {
        $forms = explode("\0", $text_at($to + 8 * $number));
        $GLOBALS['translations'][$domain][explode("\0", $text_at($from + 8 * $number))[0]] = $forms;
    }
    return true;
}
function plugin_basename($file) { return basename(dirname($file)) . '/' . basename($file); }
function __($text, $domain) { return $GLOBALS['translations'][$domain][$text][0] ?? $text; }
function _n($one, $many, $count, $domain) {
    $form = $count === 1 ? 0 : 1;
    return $GLOBALS['translations'][$domain][$one][$form] ?? [$one, $many][$form];
}
function esc_html($text) { return htmlspecialchars((string) $text, ENT_QUOTES); }
function get_locale() { return get_option('test_locale', 'en_US'); }
function esc_html__($text, $domain) { return esc_html(__($text, $domain)); }
function esc_attr($text) { return esc_html($text); }
function esc_url($url) { return esc_attr(esc_url_raw($url)); }
function esc_url_raw($url, $protocols = ['https', 'http']) {
    $url = preg_replace('|[^a-z0-9-~+_.?#=!&;,/:%@$\|*\'()\[\]\x80-\xff]|i', '', $url);
    return $url === '' || in_array(parse_url($url, PHP_URL_SCHEME), $protocols, true) ? $url : '';
}
function sanitize_key($text) { return preg_replace('/[^a-z0-9_\-]/', '', strtolower($text)); }
function wp_strip_all_tags($text) { return trim(strip_tags($text)); }
function wp_unslash($value) { return is_string($value) ? stripslashes($value) : $value; }
function wp_json_encode($value, $flags = 0) { return json_encode($value, $flags); }
function wp_basename($path) { return basename($path); }
function wp_check_filetype($name) {
    $types = ['jpg' => 'image/jpeg', 'png' => 'image/png'];
    return ['type' => $types[pathinfo($name, PATHINFO_EXTENSION)] ?? false];
}
function wp_date($format, $at) { return gmdate($format, $at); }
function wp_get_referer() { return $_SERVER['HTTP_REFERER'] ?? false; }
function shortcode_atts($defaults, $given) { return array_merge($defaults, array_intersect_key($given, $defaults)); }
function wp_get_script_tag($attributes) {
    $written = '';
    foreach ($attributes as $name => $value) $written .= $value === true ? " $name" : sprintf(' %s="%s"', $name, esc_attr($value));
    return "<script$written></script>\n";
}

// Administration

function current_user_can($capability) { return ($_SERVER['HTTP_X_USER'] ?? '') === 'admin'; }
function admin_url($path) { return "http://$_SERVER[HTTP_HOST]/wp-admin/$path"; }
function nonce_of($action) { return hash('sha256', "nonce of $action"); }
function wp_nonce_field($action) { printf('<input type="hidden" name="_wpnonce" value="%s" />', nonce_of($action)); }
function check_admin_referer($action) { if (($_POST['_wpnonce'] ?? '') !== nonce_of($action)) wp_die('The link expired.'); }
function settings_fields($group) { wp_nonce_field("$group-options"); }
function submit_button($label = 'Save Changes', ...$values) { printf('<button>%s</button>', esc_html($label)); }
function wp_die($text, ...$values) { http_response_code(403); exit($text); }
function wp_safe_redirect($url) { http_response_code(302); header("Location: $url"); }

// Plugins for forms

class SentForm {
    function __construct(private array $sent) {}
    function title() { return $this->sent['title']; }
    function get_posted_data() { return $this->sent['values']; }
    function uploaded_files() { return $this->sent['files'] ?? []; }
    function get($name) { return $this->sent[$name]; }
    function get_form_settings($name) { return $this->sent['settings'][$name] ?? null; }
}

require getenv('PLUGIN');
do_action('init');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$sent = json_decode(file_get_contents('php://input'), true);
switch ($path) {
    case '/contact-form-7':
        $form = new SentForm($sent);
        $is_aborted = $sent['isAborted'] ?? false;
        do_action('wpcf7_before_send_mail', $form, $is_aborted, $form);
        break;
    case '/gravity':
        $sent['form']['fields'] = array_map(fn ($field) => (object) ($field + ['inputs' => null]), $sent['form']['fields']);
        do_action('gform_after_submission', $sent['entry'], $sent['form']);
        break;
    case '/elementor':
        do_action('elementor_pro/forms/new_record', new SentForm($sent), null);
        break;
    case '/wp-cron.php':
        run_events();
        break;
    case '/options':
        foreach ($sent as $name => $value) update_option($name, $value);
        break;
    case '/hook':
        do_action($sent['hook']);
        break;
    case '/state':
        header('Content-Type: application/json');
        echo json_encode([changed('options', fn ($all) => [$all, $all]), array_values(changed('events', fn ($all) => [$all, $all]))]);
        break;
    case '/page':
        echo $shortcodes['vakwerk_form']($sent ?? ''), $blocks['vakwerk/form']['render_callback']($sent ?? []);
        break;
    case '/block.js':
        echo $scripts['vakwerk-form-block'];
        break;
    case '/wp-admin/options-general.php':
        do_action('admin_init');
        do_action('admin_menu');
        do_action('admin_notices');
        do_action('page vakwerk-forms');
        break;
    case '/wp-admin/options.php':
        do_action('admin_init');
        check_admin_referer('vakwerk_forms-options');
        foreach ($settings as $name => $setting) update_option($name, $setting['sanitize_callback'](wp_unslash($_POST[$name])));
        break;
    case '/wp-admin/admin-post.php':
        do_action('admin_post_' . $_POST['action']);
        break;
    default:
        http_response_code(404);
}

}
