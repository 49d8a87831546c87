// A replacement of System.Text.Json.Nodes, which Mono lacks: the members that samples/apply uses.
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace System.Text.Json.Nodes
{
    public abstract class JsonNode
    {
        private JsonNode parent;

        public static JsonNode Parse(string json)
        {
            var parser = new Parser { Text = json };
            var value = parser.Value();
            if (parser.Place != json.Length) throw new FormatException("JSON");
            return value;
        }

        public virtual JsonNode this[string key]
        {
            get { throw new InvalidOperationException("not an object"); }
            set { throw new InvalidOperationException("not an object"); }
        }

        public JsonArray AsArray() => (JsonArray)this;

        public JsonNode DeepClone() => Parse(ToJsonString());

        public string ToJsonString()
        {
            var text = new StringBuilder();
            Write(text);
            return text.ToString();
        }

        /// <summary>As in .NET, the text of a string lacks its quotation marks.</summary>
        public override string ToString() => ToJsonString();

        protected abstract void Write(StringBuilder text);

        /// <summary>A node has one parent.</summary>
        protected static JsonNode Adopted(JsonNode node, JsonNode parent)
        {
            if (node?.parent != null) throw new InvalidOperationException("has a parent");
            if (node != null) node.parent = parent;
            return node;
        }

        protected static void Released(JsonNode node)
        {
            if (node != null) node.parent = null;
        }

        protected static void Write(JsonNode node, StringBuilder text)
        {
            if (node == null) text.Append("null");
            else node.Write(text);
        }

        protected static void WriteText(string value, StringBuilder text)
        {
            text.Append('"');
            foreach (var letter in value)
            {
                if (letter == '"' || letter == '\\') text.Append('\\').Append(letter);
                else if (letter < ' ' || letter > '~') text.Append($"\\u{(int)letter:x4}");
                else text.Append(letter);
            }
            text.Append('"');
        }

        private object Raw => ((JsonValue)this).Content;

        public static implicit operator JsonNode(string value) =>
            value == null ? null : new JsonValue(value);
        public static implicit operator JsonNode(int value) => new JsonValue((double)value);
        public static implicit operator JsonNode(double value) => new JsonValue(value);
        public static implicit operator JsonNode(bool value) => new JsonValue(value);
        public static explicit operator string(JsonNode node) => (string)node?.Raw;
        public static explicit operator int(JsonNode node) => (int)(double)node.Raw;
        public static explicit operator int?(JsonNode node) =>
            node == null ? (int?)null : (int)(double)node.Raw;
        public static explicit operator double(JsonNode node) => (double)node.Raw;
        public static explicit operator double?(JsonNode node) => (double?)node?.Raw;
        public static explicit operator bool(JsonNode node) => (bool)node.Raw;
        public static explicit operator bool?(JsonNode node) => (bool?)node?.Raw;

        private sealed class Parser
        {
            public string Text;
            public int Place;

            private char Next
            {
                get
                {
                    while (char.IsWhiteSpace(Text[Place])) Place++;
                    return Text[Place];
                }
            }

            private void Skip(char wanted)
            {
                if (Next != wanted) throw new FormatException($"JSON at {Place}");
                Place++;
            }

            public JsonNode Value()
            {
                var value = Start();
                while (Place < Text.Length && char.IsWhiteSpace(Text[Place])) Place++;
                return value;
            }

            private JsonNode Start()
            {
                switch (Next)
                {
                    case '{': return Object();
                    case '[': return Array();
                    case '"': return String();
                }
                var end = Place;
                while (end < Text.Length && !",]} \n".Contains(Text[end])) end++;
                var word = Text.Substring(Place, end - Place);
                Place = end;
                if (word == "null") return null;
                if (word == "true" || word == "false") return word == "true";
                return double.Parse(word, CultureInfo.InvariantCulture);
            }

            private JsonObject Object()
            {
                var result = new JsonObject();
                Skip('{');
                while (Next != '}')
                {
                    if (result.Count > 0) Skip(',');
                    var key = String();
                    Skip(':');
                    result[key] = Value();
                }
                Place++;
                return result;
            }

            private JsonArray Array()
            {
                var result = new List<JsonNode>();
                Skip('[');
                while (Next != ']')
                {
                    if (result.Count > 0) Skip(',');
                    result.Add(Value());
                }
                Place++;
                return new JsonArray(result.ToArray());
            }

            private string String()
            {
                var result = new StringBuilder();
                for (Place++; Text[Place] != '"'; Place++)
                {
                    if (Text[Place] != '\\')
                    {
                        result.Append(Text[Place]);
                        continue;
                    }
                    Place++;
                    var index = "nrtbf".IndexOf(Text[Place]);
                    if (index >= 0) result.Append("\n\r\t\b\f"[index]);
                    else if (Text[Place] != 'u') result.Append(Text[Place]);
                    else
                    {
                        result.Append((char)Convert.ToInt32(Text.Substring(Place + 1, 4), 16));
                        Place += 4;
                    }
                }
                Place++;
                return result.ToString();
            }
        }
    }

    public sealed class JsonValue : JsonNode
    {
        internal readonly object Content;

        internal JsonValue(object content)
        {
            Content = content;
        }

        public static JsonValue Create(string value) => new JsonValue(value);

        public override string ToString() => Content as string ?? ToJsonString();

        protected override void Write(StringBuilder text)
        {
            if (Content is string) WriteText((string)Content, text);
            else
                text.Append(
                    Convert.ToString(Content, CultureInfo.InvariantCulture).ToLowerInvariant());
        }
    }

    public sealed class JsonObject : JsonNode, IEnumerable<KeyValuePair<string, JsonNode>>
    {
        private readonly Dictionary<string, JsonNode> members = new Dictionary<string, JsonNode>();

        public int Count => members.Count;

        public override JsonNode this[string key]
        {
            get { return members.TryGetValue(key, out var value) ? value : null; }
            set
            {
                Remove(key);
                members[key] = Adopted(value, this);
            }
        }

        public bool Remove(string key)
        {
            if (members.TryGetValue(key, out var value)) Released(value);
            return members.Remove(key);
        }

        public IEnumerator<KeyValuePair<string, JsonNode>> GetEnumerator() =>
            members.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        protected override void Write(StringBuilder text)
        {
            text.Append('{');
            foreach (var member in members)
            {
                if (text[text.Length - 1] != '{') text.Append(',');
                WriteText(member.Key, text);
                text.Append(':');
                Write(member.Value, text);
            }
            text.Append('}');
        }
    }

    public sealed class JsonArray : JsonNode, IEnumerable<JsonNode>
    {
        private readonly List<JsonNode> elements;

        public JsonArray(params JsonNode[] elements)
        {
            this.elements = elements.Select(element => Adopted(element, this)).ToList();
        }

        public IEnumerator<JsonNode> GetEnumerator() => elements.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        protected override void Write(StringBuilder text)
        {
            text.Append('[');
            foreach (var element in elements)
            {
                if (text[text.Length - 1] != '[') text.Append(',');
                Write(element, text);
            }
            text.Append(']');
        }
    }
}
