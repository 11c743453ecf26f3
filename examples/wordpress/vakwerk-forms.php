<?php
/**
 * Plugin Name: Vakwerk forms
 * Description: Shows a form of Vakwerk, and forwards what visitors send with Contact Form 7, Gravity Forms and Elementor. What cannot be sent now is sent later.
 * Version: 1.0.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: vakwerk-forms
 * Domain Path: /languages
 */

namespace Vakwerk\Forms;

defined('ABSPATH') || exit;

const FORM_URL = 'vakwerk_form_url';
const HOOK_URL = 'vakwerk_hook_url';
// Each waiting submission is an option of its own: adding one is atomic, and changes no other.
const WAITING = 'vakwerk_waiting_';
// After a failure, visitors do not wait for the service for a minute.
const DOWN = 'vakwerk_down';
const SEND_WAITING = 'vakwerk_send_waiting';
const SECONDS_OF_VISITOR = 5;
const SECONDS_IN_BACKGROUND = 20;
const SENT_AT_ONCE = 20;
const RETRY_SECONDS = array(60, 300, 900, 3600);
const FILES_MAX = 10;
// In base64 they must fit into one packet of the database, often 16 MB.
const FILES_BYTES_MAX = 8 * 1024 * 1024;

// Before the texts of the block are used.
add_action('init', __NAMESPACE__ . '\load_translation', 5);
add_action('init', __NAMESPACE__ . '\register_form');
add_action('admin_init', __NAMESPACE__ . '\register_settings');
add_action('admin_menu', __NAMESPACE__ . '\add_settings_page');
add_action('admin_notices', __NAMESPACE__ . '\show_notice');
add_action('admin_post_vakwerk_send', __NAMESPACE__ . '\send_now');
add_action('admin_post_vakwerk_delete', __NAMESPACE__ . '\delete_one');
add_action(SEND_WAITING, __NAMESPACE__ . '\send_waiting');
// Before the mail is sent, so that a broken mail server loses nothing; after checks of other plugins.
add_action('wpcf7_before_send_mail', __NAMESPACE__ . '\forward_contact_form_7', 99, 3);
add_action('gform_after_submission', __NAMESPACE__ . '\forward_gravity', 10, 2);
add_action('elementor_pro/forms/new_record', __NAMESPACE__ . '\forward_elementor', 10, 1);
register_activation_hook(__FILE__, __NAMESPACE__ . '\activate');
register_deactivation_hook(__FILE__, __NAMESPACE__ . '\deactivate');
register_uninstall_hook(__FILE__, __NAMESPACE__ . '\uninstall');

function load_translation() {
    load_plugin_textdomain('vakwerk-forms', false, dirname(plugin_basename(__FILE__)) . '/languages');
}

// The form

function register_form() {
    add_shortcode('vakwerk_form', __NAMESPACE__ . '\form_html');
    wp_register_script('vakwerk-form-block', '', array('wp-blocks', 'wp-block-editor', 'wp-element'), '1.0.0', true);
    wp_add_inline_script('vakwerk-form-block', block_script());
    register_block_type('vakwerk/form', array(
        'api_version' => 3,
        'title' => __('Vakwerk form', 'vakwerk-forms'),
        'category' => 'widgets',
        'icon' => 'feedback',
        'attributes' => array('id' => array('type' => 'string'), 'lang' => array('type' => 'string')),
        'editor_script_handles' => array('vakwerk-form-block'),
        'render_callback' => __NAMESPACE__ . '\form_html',
    ));
}

function block_script() {
    $title = wp_json_encode(__('Vakwerk form', 'vakwerk-forms'));
    return "wp.blocks.registerBlockType('vakwerk/form', {
  apiVersion: 3, title: $title, category: 'widgets', icon: 'feedback',
  edit: function () {
    return wp.element.createElement('p', wp.blockEditor.useBlockProps(), $title);
  },
  save: function () { return null; }
});";
}

/**
 * [vakwerk_form id="…" lang="nl"]. The service is always the one of the settings: who may write a page may not
 * load scripts from elsewhere.
 */
function form_html($attributes = array()) {
    $given = shortcode_atts(array('id' => '', 'lang' => ''), (array) $attributes, 'vakwerk_form');
    $form = parts_of_form_url(get_option(FORM_URL, ''));
    if ($form === null) {
        $hint = __('Vakwerk: type the URL of the form under Settings → Vakwerk.', 'vakwerk-forms');
        return current_user_can('manage_options') ? '<p>' . esc_html($hint) . '</p>' : '';
    }
    $id = preg_match('/^[\w-]{1,100}$/', (string) $given['id']) ? $given['id'] : $form['id'];
    $script = array('src' => $form['service'] . '/f/embed.js', 'data-channel' => $id, 'async' => true);
    if (in_array($given['lang'], array('nl', 'en'), true)) {
        $script['data-lang'] = $given['lang'];
    }
    // Visitors read it: in the language of the form, which may be another than that of the site.
    $language = isset($script['data-lang']) ? $script['data-lang'] : substr(get_locale(), 0, 2);
    $text = $language === 'nl' ? 'Open het formulier' : __('Open the form', 'vakwerk-forms');
    $link = sprintf('<a href="%s">%s</a>', esc_url($form['service'] . '/f/' . $id), esc_html($text));
    return wp_get_script_tag($script) . '<noscript><p>' . $link . '</p></noscript>';
}

function parts_of_form_url($url) {
    if (!is_string($url) || !preg_match('#^(https?://[^?\#]+)/f/([\w-]{1,100})$#', $url, $parts)) {
        return null;
    }
    return array('service' => $parts[1], 'id' => $parts[2]);
}

// What visitors send

function forward_contact_form_7($contact_form, $is_aborted = false, $submission = null) {
    if ($is_aborted || !is_object($submission)) {
        return;
    }
    $values = (array) $submission->get_posted_data();
    $files = array();
    foreach ((array) $submission->uploaded_files() as $name => $paths) {
        $files[$name] = (array) $paths;
        $values[$name] = array_map('wp_basename', (array) $paths);
    }
    forward($contact_form->title(), $values, $files);
}

function forward_gravity($entry, $form) {
    if (isset($entry['status']) && $entry['status'] === 'spam') {
        return;
    }
    $values = array();
    foreach ($form['fields'] as $field) {
        if (in_array($field->type, array('captcha', 'html', 'page', 'password', 'section'), true)) {
            continue;
        }
        $whole = isset($entry[(string) $field->id]) ? $entry[(string) $field->id] : '';
        if ($whole !== '') {
            add_value($values, $field->label, texts_of_gravity($field->type, $whole));
            continue;
        }
        // Name and address have parts with names; those of checkboxes are answers to one question.
        $is_named = $field->type === 'name' || $field->type === 'address';
        foreach (is_array($field->inputs) ? $field->inputs : array() as $input) {
            $key = (string) $input['id'];
            if (isset($entry[$key])) {
                add_value($values, $is_named ? $input['label'] : $field->label, $entry[$key]);
            }
        }
    }
    forward(isset($form['title']) ? $form['title'] : '', $values);
}

/** Files and choices can be a list in JSON; rows are serialized. */
function texts_of_gravity($type, $value) {
    $list = null;
    if ($type === 'fileupload' || $type === 'multiselect') {
        $list = json_decode($value, true);
    } elseif ($type === 'list') {
        $list = unserialize($value, array('allowed_classes' => false));
    }
    if (!is_array($list)) {
        return $value;
    }
    $texts = array();
    array_walk_recursive($list, function ($text) use (&$texts) {
        $texts[] = $text;
    });
    return $texts;
}

function forward_elementor($record) {
    $values = array();
    foreach ((array) $record->get('fields') as $id => $field) {
        $type = isset($field['type']) ? $field['type'] : '';
        if (in_array($type, array('honeypot', 'html', 'password', 'recaptcha', 'recaptcha_v3', 'step'), true)) {
            continue;
        }
        $value = isset($field['value']) ? $field['value'] : '';
        $title = isset($field['title']) ? trim($field['title']) : '';
        $texts = $type === 'upload' && is_string($value) ? array_map('trim', explode(',', $value)) : $value;
        add_value($values, $title === '' ? (string) $id : $title, $texts);
    }
    forward((string) $record->get_form_settings('form_name'), $values);
}

/** Two fields can have one name. */
function add_value(array &$values, $name, $value) {
    $name = trim(wp_strip_all_tags((string) $name));
    $values[$name] = array_merge(isset($values[$name]) ? (array) $values[$name] : array(), (array) $value);
}

/** Stores the submission first, and then tries to send it. */
function forward($form_name, array $values, array $files = array()) {
    if (get_option(HOOK_URL, '') === '') {
        return;
    }
    $fields = array();
    foreach ($values as $name => $value) {
        $texts = array_values(array_filter(array_map('strval', array_filter((array) $value, 'is_scalar')), 'strlen'));
        if ($texts && !preg_match('/^_|captcha|cf-turnstile/i', (string) $name)) {
            $fields[(string) $name] = count($texts) === 1 ? $texts[0] : $texts;
        }
    }
    if (!$fields) {
        return;
    }
    $fields += array('_formName' => (string) $form_name, '_pageUrl' => (string) wp_get_referer());
    $json = wp_json_encode($fields, JSON_INVALID_UTF8_SUBSTITUTE);
    $submission = array('fields' => $json, 'files' => readable_files($files));
    $name = store($submission);
    if ($name === null && $submission['files']) {
        $submission['files'] = array();
        $name = store($submission);
    }
    if ($name === null) {
        // The database refuses it: the service may still take it.
        $error = post($submission, SECONDS_IN_BACKGROUND);
        error_log('Vakwerk: a submission could not be stored' . ($error === null ? ', but was sent' : ' or sent: ' . $error));
    } elseif (get_transient(DOWN) === false) {
        send($name, SECONDS_OF_VISITOR);
    } else {
        retry_in(RETRY_SECONDS[0]);
    }
}

/** Files that are too many or too large are only named, among the fields. */
function readable_files(array $files) {
    $readable = array();
    $bytes_left = FILES_BYTES_MAX;
    foreach ($files as $field => $paths) {
        foreach ($paths as $path) {
            $size = is_readable($path) ? (int) filesize($path) : 0;
            if ($size > 0 && $size <= $bytes_left && count($readable) < FILES_MAX) {
                $bytes_left -= $size;
                $readable[] = array((string) $field, wp_basename($path), base64_encode(file_get_contents($path)));
            }
        }
    }
    return $readable;
}

// The queue

/** The name under which it waits; null when it could not be stored. */
function store(array $submission) {
    // The same content has the same name: a double click waits once.
    $name = WAITING . md5(serialize($submission));
    $waiting = $submission + array('since' => time(), 'attempts' => 0, 'next' => 0, 'error' => '');
    return add_option($name, $waiting, '', 'no') || get_option($name) !== false ? $name : null;
}

function waiting_names() {
    global $wpdb;
    $like = $wpdb->esc_like(WAITING) . '%';
    return $wpdb->get_col($wpdb->prepare("SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s ORDER BY option_id", $like));
}

/** Whether it is delivered. */
function send($name, $seconds) {
    $waiting = get_option($name);
    if (!is_array($waiting)) {
        return true;
    }
    $error = post($waiting, $seconds);
    if ($error === null) {
        delete_option($name);
        delete_transient(DOWN);
        return true;
    }
    $delay = RETRY_SECONDS[min($waiting['attempts'], count(RETRY_SECONDS) - 1)];
    $failed = array('attempts' => $waiting['attempts'] + 1, 'next' => time() + $delay, 'error' => $error);
    update_option($name, array_merge($waiting, $failed), 'no');
    set_transient(DOWN, '1', 60);
    retry_in($delay);
    return false;
}

/** Null when the service has it, else the reason. */
function post(array $submission, $seconds) {
    list($type, $body) = $submission['files'] ? multipart($submission) : array('application/json', $submission['fields']);
    $response = wp_remote_post(get_option(HOOK_URL, ''), array(
        'timeout' => $seconds,
        // A redirect would be followed without the body.
        'redirection' => 0,
        'headers' => array('Content-Type' => $type, 'Accept' => 'application/json'),
        'body' => $body,
    ));
    if (is_wp_error($response)) {
        return $response->get_error_message();
    }
    $status = (int) wp_remote_retrieve_response_code($response);
    // The service keeps what it refuses, for a person to correct.
    $is_kept = $status === 400 && wp_remote_retrieve_header($response, 'error-code') === 'validation_failed';
    return ($status >= 200 && $status < 300) || $is_kept ? null : "HTTP $status";
}

/** The same for the same content, so that a retry is no second lead. */
function multipart(array $submission) {
    $boundary = 'vakwerk-' . hash('sha256', serialize(array($submission['fields'], $submission['files'])));
    $body = '';
    foreach (json_decode($submission['fields'], true) as $name => $value) {
        foreach ((array) $value as $text) {
            $body .= part($boundary, sprintf('name="%s"', in_quotes($name)), '', $text);
        }
    }
    foreach ($submission['files'] as list($field, $file_name, $bytes)) {
        $type = wp_check_filetype($file_name)['type'];
        $disposition = sprintf('name="%s"; filename="%s"', in_quotes($field), in_quotes($file_name));
        $header = 'Content-Type: ' . ($type ? $type : 'application/octet-stream') . "\r\n";
        $body .= part($boundary, $disposition, $header, base64_decode($bytes));
    }
    return array("multipart/form-data; boundary=$boundary", "$body--$boundary--\r\n");
}

function part($boundary, $disposition, $headers, $content) {
    return "--$boundary\r\nContent-Disposition: form-data; $disposition\r\n$headers\r\n$content\r\n";
}

function in_quotes($name) {
    return str_replace(array('"', "\r", "\n"), array('%22', '%0D', '%0A'), (string) $name);
}

/** The earliest retry counts: an old submission does not delay a new one. */
function retry_in($seconds) {
    $at = time() + $seconds;
    $planned = wp_next_scheduled(SEND_WAITING, array('soon'));
    if ($planned && $planned <= $at) {
        return;
    }
    if ($planned) {
        wp_unschedule_event($planned, SEND_WAITING, array('soon'));
    }
    wp_schedule_single_event($at, SEND_WAITING, array('soon'));
}

/** Sends what is due, the oldest first. A failure ends the run: the next would fail too, and as slowly. */
function send_waiting() {
    $sent = 0;
    $has_failed = false;
    $next = null;
    foreach (waiting_names() as $name) {
        $waiting = get_option($name);
        if (!is_array($waiting)) {
            continue;
        }
        $is_due = $waiting['next'] <= time();
        if ($is_due && $sent < SENT_AT_ONCE && !$has_failed) {
            $sent++;
            $has_failed = !send($name, SECONDS_IN_BACKGROUND);
        } else {
            $delay = max(RETRY_SECONDS[0], $waiting['next'] - time());
            $next = $next === null ? $delay : min($next, $delay);
        }
    }
    if ($next !== null) {
        retry_in($next);
    }
}

function activate() {
    // Finds what a lost retry would leave behind.
    if (!wp_next_scheduled(SEND_WAITING)) {
        wp_schedule_event(time(), 'hourly', SEND_WAITING);
    }
}

function deactivate() {
    wp_clear_scheduled_hook(SEND_WAITING);
    wp_clear_scheduled_hook(SEND_WAITING, array('soon'));
}

function uninstall() {
    foreach (waiting_names() as $name) {
        delete_option($name);
    }
    delete_option(FORM_URL);
    delete_option(HOOK_URL);
    delete_transient(DOWN);
}

// Settings → Vakwerk

function register_settings() {
    $setting = array('type' => 'string', 'default' => '', 'show_in_rest' => false);
    register_setting('vakwerk_forms', FORM_URL, $setting + array('sanitize_callback' => __NAMESPACE__ . '\read_form_url'));
    register_setting('vakwerk_forms', HOOK_URL, $setting + array('sanitize_callback' => __NAMESPACE__ . '\read_hook_url'));
}

function read_form_url($typed) {
    return read_url(FORM_URL, $typed, '#/f/[\w-]{1,100}$#', 'https://leads.example.com/f/…');
}

function read_hook_url($typed) {
    return read_url(HOOK_URL, $typed, '#/in/\w{1,100}$#', 'https://leads.example.com/in/…');
}

/** A wrong URL is refused, and the former one stays. Without TLS only this machine is allowed. */
function read_url($setting, $typed, $ending, $example) {
    $url = esc_url_raw(trim((string) $typed), array('https', 'http'));
    $is_safe = preg_match('#^(?:https://|http://(?:127\.0\.0\.1|localhost)[:/])#', $url);
    if ($url === '' && trim((string) $typed) === '' || $is_safe && preg_match($ending, $url)) {
        return $url;
    }
    /* translators: %s: an example of a URL */
    $text = sprintf(__('The URL must look like %s. Copy it from Settings → Channels in Vakwerk.', 'vakwerk-forms'), $example);
    add_settings_error($setting, $setting, $text);
    return get_option($setting, '');
}

function add_settings_page() {
    add_options_page('Vakwerk', 'Vakwerk', 'manage_options', 'vakwerk-forms', __NAMESPACE__ . '\show_settings_page');
}

function show_settings_page() {
    if (!current_user_can('manage_options')) {
        return;
    }
    $fields = array(
        FORM_URL => array(__('Form URL', 'vakwerk-forms'), __('Of a form channel. Shown by the block “Vakwerk form” and by [vakwerk_form].', 'vakwerk-forms')),
        HOOK_URL => array(__('Hook URL', 'vakwerk-forms'), __('Of a hook channel. Contact Form 7, Gravity Forms and Elementor are forwarded to it. Keep it secret.', 'vakwerk-forms')),
    );
    echo '<div class="wrap"><h1>Vakwerk</h1><form method="post" action="options.php">';
    settings_fields('vakwerk_forms');
    echo '<table class="form-table" role="presentation">';
    foreach ($fields as $name => list($label, $hint)) {
        printf(
            '<tr><th scope="row"><label for="%1$s">%2$s</label></th><td><input type="url" class="large-text code" id="%1$s" name="%1$s" value="%3$s" autocomplete="off" /><p class="description">%4$s</p></td></tr>',
            esc_attr($name),
            esc_html($label),
            esc_attr(get_option($name, '')),
            esc_html($hint)
        );
    }
    echo '</table>';
    submit_button();
    echo '</form>';
    show_waiting(waiting_names());
    echo '</div>';
}

function show_waiting(array $names) {
    printf('<h2>%s</h2>', esc_html__('Waiting submissions', 'vakwerk-forms'));
    if (!$names) {
        printf('<p>%s</p>', esc_html__('None: everything was sent.', 'vakwerk-forms'));
        return;
    }
    show_button('vakwerk_send', '', __('Send now', 'vakwerk-forms'));
    foreach ($names as $name) {
        $waiting = get_option($name);
        if (!is_array($waiting)) {
            continue;
        }
        $summary = sprintf('%s · %d × · %s', wp_date('Y-m-d H:i', $waiting['since']), $waiting['attempts'], $waiting['error']);
        $fields = wp_json_encode(json_decode($waiting['fields']), JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        printf('<details><summary>%s</summary><pre>%s</pre>', esc_html($summary), esc_html($fields));
        show_button('vakwerk_delete', $name, __('Delete', 'vakwerk-forms'));
        echo '</details>';
    }
}

function show_button($action, $name, $label) {
    printf('<form method="post" action="%s">', esc_url(admin_url('admin-post.php')));
    printf('<input type="hidden" name="action" value="%s" /><input type="hidden" name="waiting" value="%s" />', esc_attr($action), esc_attr($name));
    wp_nonce_field($action . $name);
    submit_button($label, 'secondary', 'submit', false);
    echo '</form>';
}

function send_now() {
    refuse_others('vakwerk_send');
    foreach (waiting_names() as $name) {
        if (!send($name, SECONDS_IN_BACKGROUND)) {
            break;
        }
    }
    back_to_settings();
}

function delete_one() {
    $name = isset($_POST['waiting']) ? sanitize_key(wp_unslash($_POST['waiting'])) : '';
    refuse_others('vakwerk_delete' . $name);
    if (strpos($name, WAITING) === 0) {
        delete_option($name);
    }
    back_to_settings();
}

function refuse_others($nonce) {
    if (!current_user_can('manage_options')) {
        wp_die(esc_html__('You may not do this.', 'vakwerk-forms'), '', array('response' => 403));
    }
    check_admin_referer($nonce);
}

function back_to_settings() {
    wp_safe_redirect(admin_url('options-general.php?page=vakwerk-forms'));
    exit;
}

function show_notice() {
    $names = current_user_can('manage_options') ? waiting_names() : array();
    if (!$names) {
        return;
    }
    /* translators: %d: how many submissions */
    $text = sprintf(_n('%d submission waits to be sent to Vakwerk.', '%d submissions wait to be sent to Vakwerk.', count($names), 'vakwerk-forms'), count($names));
    $link = admin_url('options-general.php?page=vakwerk-forms');
    printf('<div class="notice notice-warning"><p>%s <a href="%s">%s</a></p></div>', esc_html($text), esc_url($link), esc_html__('Show them', 'vakwerk-forms'));
}
